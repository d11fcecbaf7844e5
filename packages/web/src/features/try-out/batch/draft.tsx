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
  type Task,
} from '@tryout/engine';
import { Play, X } from 'lucide-react';
import { Fragment, useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { FieldInput } from '../../../fields/field-input.tsx';
import type { FieldProps } from '../../../fields/field.tsx';
import { LongTextArea } from '../../../fields/text/text-field.tsx';
import { classes } from '../../../lib/classes.ts';
import { useHeadingFocus } from '../../../lib/hooks.ts';
import { useApp, useSession, useSessionState } from '../../../state/app-context.ts';
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import frame from '../../../ui/frame.module.css';
import { InputFrame, Select, TextInput } from '../../../ui/inputs.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SystemPrompt } from '../chat/chat-settings.tsx';
import { useHeight } from '../form/task-form.tsx';
import { Options } from '../options/options.tsx';
import { callHost, runBatch } from './batch-store.ts';
import { createChoices, createDraft, type Draft } from './choices.ts';
import type { BatchPreview, BatchRecord } from './records.ts';
import styles from './batch.module.css';

interface DraftFormProps {
  readonly task: Task;
  readonly record: BatchRecord;
  readonly candidates: readonly Candidate[];
  onCandidates(candidates: readonly Candidate[]): void;
  readonly addModel: ReactNode;
  /** The route of a new batch. */
  readonly newPath: string;
}

/** What a batch will do, which is checked with every change before anything is sent. */
export function DraftForm({ task, record, candidates, onCandidates, addModel, newPath }: DraftFormProps) {
  const app = useApp();
  const [draft, setDraft] = useState(() => createDraft(task, record));
  const state = useSessionState((now) => now);
  const { preview, error, isBusy } = usePreview(task, record, candidates, draft);
  const dock = useRef<HTMLDivElement>(null);
  useHeight(dock, '--dock');
  const id = useId();
  const heading = useHeadingFocus();
  const { columns, rows } = record;
  const message = task.conversation?.message;
  const fields = Object.entries(task.fields).filter(([name]) => name !== message);
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next });
  const missing = fields.filter(
    ([name, field]) => draft.columns[name] === undefined && !isFilled(field, state.values[name]),
  );
  const isConfirmed = getUnconfirmed(state).length === 0;
  const isReady = preview !== undefined && !isBusy && isConfirmed && missing.length === 0;
  const start = async () =>
    runBatch(app, record.id, { choices: await createChoices(task, candidates, state, draft) });

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
            <div className={styles.line}>
              <div className={styles.title}>
                <h2 ref={heading} tabIndex={-1} id={`${id}-heading`}>
                  Run on {counted(rows, 'row')}
                </h2>
                <p className={styles.note}>
                  {visibleLine(record.title)}
                  {record.isCut && `: only the first ${count(rows)} rows. Use tryout batch for more.`}
                </p>
              </div>
              <ButtonLink href={`#${newPath}`}>Other rows</ButtonLink>
            </div>
            {message !== undefined && (
              <>
                <Prompt columns={columns} prompt={draft.prompt} onChange={(prompt) => change({ prompt })} />
                <SystemPrompt />
              </>
            )}
            {fields.map(([name, { label }]) => (
              <Fragment key={name}>
                <ColumnSelect
                  label={label}
                  columns={columns}
                  none="The same for all rows"
                  value={draft.columns[name]}
                  onChange={(column) => change({ columns: { ...draft.columns, [name]: column } })}
                />
                {draft.columns[name] === undefined && <ConstantInput task={task} name={name} />}
              </Fragment>
            ))}
            <ColumnSelect
              label="Expected answers"
              hint="A column to compare the answers with. You can choose it later, too."
              columns={columns}
              value={draft.label}
              onChange={(label = '') => change({ label })}
            />
            <Models candidates={candidates} onChange={onCandidates} addModel={addModel} />
            <div className={styles.numbers}>
              <NumberInput
                label="Rows"
                placeholder={`All ${count(rows)}`}
                value={draft.limit}
                max={rows}
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
                step="any"
                onChange={(maxCost) => change({ maxCost })}
              />
            </div>
            <div>
              <Options />
            </div>
          </div>
          <div ref={dock} className={classes(styles.dock, styles.line)}>
            <Button type="submit" variant="primary" icon={Play} data-action="" disabled={!isReady}>
              Start
            </Button>
            <p role="status" className={styles.note}>
              {missing.length > 0
                ? `Missing: ${missing.map(([, { label }]) => label).join(', ')}`
                : !isConfirmed
                  ? 'Confirm the endpoint or the account to bill in the form of the model first.'
                  : preview && !isBusy
                    ? `${counted(preview.runs, 'request')} · ${preview.cost === undefined ? 'cost unknown' : `at most ${costText(preview.cost)}`}`
                    : error === undefined && 'Checking the rows'}
            </p>
          </div>
        </form>
      </Panel>
      <Panel aria-labelledby={`${id}-preview`} className={styles.panel}>
        <div className={styles.head}>
          <h2 id={`${id}-preview`}>Preview</h2>
          <p className={styles.note}>Nothing is sent to a model yet.</p>
        </div>
        <div className={classes(styles.body, frame.scrollWide)}>
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
      const all = await createChoices(task, candidates, app.session.getSnapshot(), draft);
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

interface PromptProps {
  readonly columns: readonly string[];
  readonly prompt: string;
  onChange(prompt: string): void;
}

/** Columns with a button. */
const MAX_INSERTED = 12;

function Prompt({ columns, prompt, onChange }: PromptProps) {
  const id = useId();
  return (
    <InputFrame label="Prompt" htmlFor={id} hint="Names of columns in braces stand for the cells of the row.">
      <LongTextArea id={id} rows={3} aria-describedby={`${id}-hint`} value={prompt} onText={onChange} />
      <div className={styles.line}>
        {columns.slice(0, MAX_INSERTED).map((column) => (
          <Button
            key={column}
            className={styles.small}
            aria-label={`Insert ${visibleLine(column)}`}
            onClick={() => onChange(`${prompt}{{${column}}}`)}
          >
            {visibleLine(`{{${column}}}`)}
          </Button>
        ))}
      </div>
    </InputFrame>
  );
}

/** An input that is the same for all rows. */
function ConstantInput({ task, name }: { readonly task: Task; readonly name: string }) {
  const session = useSession();
  const value = useSessionState(({ values }) => values[name]);
  const draft = useSessionState(({ drafts }) => drafts[name]);
  const field = { ...task.fields[name]!, label: `${task.fields[name]!.label}, for all rows` };
  const onChange: FieldProps['onChange'] = (next, typed) => session.setValue(name, next, typed);
  return <FieldInput {...({ name, field, value, draft, disabled: false, onChange } as FieldProps)} />;
}

interface ColumnSelectProps {
  readonly label: string;
  readonly hint?: string;
  readonly columns: readonly string[];
  readonly none?: string;
  readonly value: string | undefined;
  onChange(column: string | undefined): void;
}

export function ColumnSelect({ label, hint, columns, none = 'None', value, onChange }: ColumnSelectProps) {
  const id = useId();
  return (
    <InputFrame label={label} htmlFor={id} {...(hint !== undefined && { hint })}>
      <Select id={id} value={value ?? ''} onChange={({ target }) => onChange(target.value || undefined)}>
        <option value="">{none}</option>
        {columns.map((column) => (
          <option key={column} value={column}>
            {visibleLine(column)}
          </option>
        ))}
      </Select>
    </InputFrame>
  );
}

interface ModelsProps {
  readonly candidates: readonly Candidate[];
  onChange(candidates: readonly Candidate[]): void;
  readonly addModel: ReactNode;
}

function Models({ candidates, onChange, addModel }: ModelsProps) {
  const names = nameCandidates(candidates).map((name) => visibleLine(name) || 'Your endpoint');
  return (
    <fieldset className={styles.models}>
      <legend>Models</legend>
      <ul>
        {candidates.map((candidate, index) => (
          <li key={names[index]}>
            <span>{names[index]}</span>
            {candidates.length > 1 && (
              <IconButton
                label={`Remove ${names[index]}`}
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
  /** `any` for fractions. */
  readonly step?: 'any';
  /** @param value undefined if it is empty or invalid */
  onChange(value: number | undefined): void;
}

function NumberInput({ label, value, onChange, ...props }: NumberInputProps) {
  const id = useId();
  const [text, setText] = useState(String(value ?? ''));
  const [isValid, setValid] = useState(true);
  return (
    <InputFrame label={label} htmlFor={id}>
      <TextInput
        id={id}
        type="number"
        min={props.step ? 0 : 1}
        value={text}
        aria-invalid={!isValid}
        onChange={({ target }) => {
          setText(target.value);
          setValid(target.validity.valid);
          onChange(target.validity.valid && target.valueAsNumber > 0 ? target.valueAsNumber : undefined);
        }}
        {...props}
      />
    </InputFrame>
  );
}
