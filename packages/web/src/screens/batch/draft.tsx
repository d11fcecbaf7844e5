import {
  boundText,
  count,
  counted,
  getUnconfirmed,
  isFilled,
  visible,
  visibleLine,
  type Candidate,
  type Task,
} from '@tryout/engine';
import { Play } from 'lucide-react';
import { Fragment, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { useHeadingFocus } from '../../lib/hooks.ts';
import { useApp, useSessionState } from '../../state/app-context.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import frame from '../../ui/frame.module.css';
import { Panel } from '../../ui/panel.tsx';
import { SystemPrompt } from '../../parts/inputs/system-prompt.tsx';
import { useHeight } from '../../parts/inputs/task-form.tsx';
import { Options } from '../../parts/options/options.tsx';
import { callHost, runBatch } from '../../state/batch/batch-store.ts';
import { createChoices, createDraft, type Draft } from './choices.ts';
import { ColumnSelect, ConstantInput, Models, NumberInput, Prompt } from './draft-inputs.tsx';
import type { BatchPreview, BatchRecord } from '../../state/batch/records.ts';
import styles from './batch.module.css';

interface DraftFormProps {
  readonly task: Task;
  readonly record: BatchRecord;
  readonly candidates: readonly Candidate[];
  onCandidates(candidates: readonly Candidate[]): void;
  /** The route of a new batch. */
  readonly newPath: string;
}

/** What a batch will do, which is checked with every change before anything is sent. */
export function DraftForm({ task, record, candidates, onCandidates, newPath }: DraftFormProps) {
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
  const isValid = hasValidNumbers(draft);
  const isReady = isValid && preview !== undefined && !isBusy && isConfirmed && missing.length === 0;
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
            <Models candidates={candidates} onChange={onCandidates} />
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
                  : !isValid
                    ? 'Correct the numbers.'
                    : preview && !isBusy
                      ? `${counted(preview.runs, 'request')} · ${preview.cost === undefined ? 'cost unknown' : boundText(preview.cost, preview.isCostRough)}`
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
          {preview?.failure !== undefined && <p className={styles.note}>{visibleLine(preview.failure)}</p>}
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

/** Whether the limits are empty or positive numbers. */
const hasValidNumbers = ({ limit, concurrency, maxCost }: Draft) =>
  ![limit, concurrency, maxCost].some(Number.isNaN);

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
    // Nothing is limited by a wrong number.
    if (!hasValidNumbers(draft)) return;
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
