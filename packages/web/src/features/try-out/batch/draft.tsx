import {
  costText,
  count,
  counted,
  getUnconfirmed,
  isFilled,
  MAX_CANDIDATES,
  nameCandidates,
  visible,
  visibleLine,
  type Candidate,
  type FieldValue,
  type Task,
} from '@tryout/engine';
import { Play, X } from 'lucide-react';
import { Fragment, useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { FieldInput } from '../../../fields/field-input.tsx';
import type { FieldProps } from '../../../fields/field.tsx';
import { LongTextArea } from '../../../fields/text/text-field.tsx';
import { classes } from '../../../lib/classes.ts';
import { useApp, useSession, useSessionState } from '../../../state/app-context.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import frame from '../../../ui/frame.module.css';
import { InputFrame, Select, TextInput } from '../../../ui/inputs.tsx';
import { Panel, ScrollBox } from '../../../ui/panel.tsx';
import { SystemPrompt } from '../chat/chat-settings.tsx';
import { Options } from '../options/options.tsx';
import { useHeight } from '../form/task-form.tsx';
import { callHost, runBatch } from './batch-store.ts';
import { createChoices, createDraft, type Draft } from './choices.ts';
import type { BatchPreview, BatchRecord } from './records.ts';
import styles from './batch.module.css';

interface DraftProps {
  readonly task: Task;
  readonly record: BatchRecord;
  readonly candidates: readonly Candidate[];
  onCandidates(candidates: readonly Candidate[]): void;
  readonly addModel: ReactNode;
}

/** What a batch will do, which is checked with every change before anything is sent. */
export function DraftForm({ task, record, candidates, onCandidates, addModel }: DraftProps) {
  const app = useApp();
  const [draft, setDraft] = useState(() => createDraft(task, record));
  const state = useSessionState((now) => now);
  const { values, parameters, choices, chat } = state;
  const { preview, error, isBusy } = usePreview(task, record, candidates, draft);
  const dock = useRef<HTMLDivElement>(null);
  useHeight(dock, '--dock');
  const id = useId();
  const message = task.conversation?.message;
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next });
  const [unconfirmed] = getUnconfirmed(state);
  const open = Object.keys(task.fields).filter(
    (name) =>
      name !== message && draft.columns[name] === undefined && !isFilled(task.fields[name]!, values[name]),
  );
  const isReady = preview !== undefined && !isBusy && unconfirmed === undefined && open.length === 0;

  async function start(): Promise<void> {
    await runBatch(app, record.id, {
      choices: await createChoices(task, candidates, { ...state, values, parameters, choices, chat }, draft),
    });
  }

  return (
    <>
      <Panel aria-labelledby={`${id}-heading`} className={styles.panel}>
        <form
          className={styles.form}
          noValidate
          aria-labelledby={`${id}-heading`}
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) void start();
          }}
        >
          <div className={classes(styles.body, frame.scrollWide)}>
            <div>
              <h2 id={`${id}-heading`}>Run on {counted(record.rows, 'row')}</h2>
              <p className={styles.note}>
                {visibleLine(record.title)}
                {record.isCut && `: only the first ${count(record.rows)} rows. Use tryout batch for more.`}
              </p>
            </div>
            {message !== undefined && (
              <>
                <Prompt columns={record.columns} draft={draft} onChange={change} />
                <SystemPrompt />
              </>
            )}
            {Object.entries(task.fields).map(([name, field]) =>
              name === message ? null : (
                <MappedField
                  key={name}
                  task={task}
                  name={name}
                  label={field.label}
                  record={record}
                  draft={draft}
                  onChange={change}
                />
              ),
            )}
            <InputFrame
              label="Expected answers"
              htmlFor={`${id}-label`}
              hint="A column to compare the answers with. You can choose it later, too."
            >
              <ColumnSelect
                id={`${id}-label`}
                columns={record.columns}
                none="None"
                value={draft.label}
                onChange={(label) => change({ label })}
              />
            </InputFrame>
            <Models candidates={candidates} onChange={onCandidates} addModel={addModel} />
            <div className={styles.numbers}>
              <NumberInput
                label="Rows"
                placeholder={`All ${count(record.rows)}`}
                value={draft.limit}
                max={record.rows}
                onChange={(limit) => change({ limit })}
              />
              <NumberInput
                label="Requests at a time"
                value={draft.concurrency}
                max={MAX_CONCURRENCY}
                onChange={(concurrency = 1) => change({ concurrency })}
              />
              <NumberInput
                label="Max cost (USD)"
                placeholder="No limit"
                value={draft.maxCost}
                isAmount
                onChange={(maxCost) => change({ maxCost })}
              />
            </div>
            <div>
              <Options />
              {message !== undefined && <Schema draft={draft} onChange={change} />}
            </div>
          </div>
          <div ref={dock} className={styles.dock}>
            <div className={styles.buttons}>
              <Button type="submit" variant="primary" icon={Play} data-action="" disabled={!isReady}>
                Start
              </Button>
              <p role="status" className={styles.note}>
                {open.length > 0
                  ? `Missing: ${open.map((name) => task.fields[name]!.label).join(', ')}`
                  : unconfirmed !== undefined
                    ? 'Confirm the endpoint or the account to bill in the form of the model first.'
                    : preview && !isBusy
                      ? describePreview(preview)
                      : error === undefined && 'Checking the rows'}
              </p>
            </div>
          </div>
        </form>
      </Panel>
      <Panel aria-labelledby={`${id}-preview`} className={styles.panel}>
        <div className={styles.head}>
          <h2 id={`${id}-preview`}>Preview</h2>
          <p className={styles.note}>Nothing is sent to a model yet.</p>
        </div>
        <div className={classes(styles.body, frame.scrollWide)}>
          <Sample record={record} />
          {error !== undefined && <FailureNote error={error} />}
          {preview?.requests.map(({ title, text }) => (
            <Fragment key={title}>
              <h3>{visibleLine(title)}</h3>
              <pre className={styles.request}>{visible(text)}</pre>
            </Fragment>
          ))}
        </div>
      </Panel>
    </>
  );
}

const MAX_CONCURRENCY = 32;
/** Milliseconds after a change. */
const PREVIEW_DELAY = 300;

/** Checks what would be sent, some time after each change. */
function usePreview(task: Task, record: BatchRecord, candidates: readonly Candidate[], draft: Draft) {
  const app = useApp();
  const { values, parameters, choices, chat } = useSessionState((now) => now);
  const [outcome, setOutcome] = useState<{ preview?: BatchPreview; error?: unknown; isBusy: boolean }>({
    isBusy: true,
  });
  const check = useEffectEvent(async (signal: AbortSignal) => {
    setOutcome({ ...outcome, isBusy: true });
    try {
      const state = app.session.getSnapshot();
      const all = await createChoices(task, candidates, state, draft);
      const preview = await callHost(app, (host) => host.preview(record.id, all));
      if (!signal.aborted) setOutcome({ preview, isBusy: false });
    } catch (error) {
      if (!signal.aborted) setOutcome({ error, isBusy: false });
    }
  });
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => void check(controller.signal), PREVIEW_DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [draft, candidates, values, parameters, choices, chat.system]);
  return outcome;
}

function describePreview({ runs, cost }: BatchPreview): string {
  return `${counted(runs, 'request')} · ${cost === undefined ? 'cost unknown' : `at most ${costText(cost)}`}`;
}

interface PartProps {
  readonly draft: Draft;
  onChange(change: Partial<Draft>): void;
}

function Prompt({ columns, draft, onChange }: PartProps & { readonly columns: readonly string[] }) {
  const id = useId();
  return (
    <InputFrame label="Prompt" htmlFor={id} hint="Names of columns in braces stand for the cells of the row.">
      <LongTextArea
        id={id}
        rows={3}
        aria-describedby={`${id}-hint`}
        value={draft.prompt}
        onText={(prompt) => onChange({ prompt })}
      />
      <div className={styles.buttons}>
        {columns.slice(0, MAX_INSERTED).map((column) => (
          <Button
            key={column}
            className={styles.small}
            aria-label={`Insert ${visibleLine(column)}`}
            onClick={() => onChange({ prompt: `${draft.prompt}{{${column}}}` })}
          >
            {visibleLine(`{{${column}}}`)}
          </Button>
        ))}
      </div>
    </InputFrame>
  );
}

/** Columns with a button. */
const MAX_INSERTED = 12;

/** The column of an input, or its value for all rows. */
function MappedField({
  task,
  name,
  label,
  record,
  draft,
  onChange,
}: PartProps & {
  readonly task: Task;
  readonly name: string;
  readonly label: string;
  readonly record: BatchRecord;
}) {
  const session = useSession();
  const values = useSessionState((state) => state.values);
  const drafts = useSessionState((state) => state.drafts);
  const id = useId();
  const column = draft.columns[name];
  const props = {
    name,
    field: { ...task.fields[name]!, label: `${label}, for all rows` },
    value: values[name],
    draft: drafts[name],
    disabled: false,
    onChange: (value: FieldValue | undefined, text?: never) => session.setValue(name, value, text),
  };
  return (
    <>
      <InputFrame label={label} htmlFor={id}>
        <ColumnSelect
          id={id}
          columns={record.columns}
          none="The same for all rows"
          value={column ?? ''}
          onChange={(next) =>
            onChange({
              columns: { ...draft.columns, [name]: next === '' ? undefined : next } as Draft['columns'],
            })
          }
        />
      </InputFrame>
      {column === undefined && <FieldInput {...(props as unknown as FieldProps)} />}
    </>
  );
}

interface ColumnSelectProps {
  readonly id: string;
  readonly columns: readonly string[];
  readonly none: string;
  readonly value: string;
  onChange(column: string): void;
}

export function ColumnSelect({ id, columns, none, value, onChange }: ColumnSelectProps) {
  return (
    <Select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{none}</option>
      {columns.map((column) => (
        <option key={column} value={column}>
          {visibleLine(column)}
        </option>
      ))}
    </Select>
  );
}

function Models({
  candidates,
  onChange,
  addModel,
}: {
  readonly candidates: readonly Candidate[];
  onChange(candidates: readonly Candidate[]): void;
  readonly addModel: ReactNode;
}) {
  const names = nameCandidates(candidates);
  return (
    <fieldset className={styles.models}>
      <legend>Models</legend>
      <ul>
        {candidates.map((candidate, index) => (
          <li key={names[index]}>
            <span>{visibleLine(names[index]!)}</span>
            {candidates.length > 1 && (
              <IconButton
                label={`Remove ${visibleLine(names[index]!)}`}
                icon={X}
                onClick={() => onChange(candidates.filter((each) => each !== candidate))}
              />
            )}
          </li>
        ))}
      </ul>
      {candidates.length < MAX_CANDIDATES && addModel}
    </fieldset>
  );
}

interface NumberInputProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: number | undefined;
  readonly max?: number;
  /** Fractions, too. */
  readonly isAmount?: boolean;
  onChange(value: number | undefined): void;
}

function NumberInput({
  label,
  placeholder,
  value,
  max = Infinity,
  isAmount = false,
  onChange,
}: NumberInputProps) {
  const id = useId();
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const number = Number(text);
  const isValid =
    text.trim() === '' || (number > 0 && number <= max && (isAmount || Number.isInteger(number)));
  return (
    <InputFrame label={label} htmlFor={id}>
      <TextInput
        id={id}
        inputMode={isAmount ? 'decimal' : 'numeric'}
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        aria-invalid={!isValid}
        onChange={({ target }) => {
          setText(target.value);
          const next = Number(target.value);
          const isNumber =
            target.value.trim() !== '' && next > 0 && next <= max && (isAmount || Number.isInteger(next));
          onChange(isNumber ? next : undefined);
        }}
      />
    </InputFrame>
  );
}

function Schema({ draft, onChange }: PartProps) {
  const id = useId();
  return (
    <Disclosure
      title="JSON Schema"
      summary={draft.schema === '' ? 'Answers are texts' : 'Answers are JSON'}
      isNeeded={draft.schema !== ''}
    >
      <InputFrame
        label="Schema of the answers"
        htmlFor={id}
        hint="Asks for JSON that fits. An answer that does not fit is an error."
      >
        <LongTextArea
          id={id}
          rows={5}
          spellCheck={false}
          aria-describedby={`${id}-hint`}
          value={draft.schema}
          onText={(schema) => onChange({ schema })}
        />
      </InputFrame>
    </Disclosure>
  );
}

/** Columns of the first rows that are shown. */
const MAX_COLUMNS = 12;

function Sample({ record: { columns, sample } }: { readonly record: BatchRecord }) {
  const names = columns.slice(0, MAX_COLUMNS);
  return (
    <ScrollBox aria-label="First rows" className={styles.sample}>
      <table>
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {visibleLine(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((row, index) => (
            <tr key={index}>
              {names.map((name) => (
                <td key={name} dir="auto">
                  {visibleLine(row[name] ?? '')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {columns.length > MAX_COLUMNS && (
        <p className={styles.note}>{count(columns.length - MAX_COLUMNS)} more columns are not shown.</p>
      )}
    </ScrollBox>
  );
}
