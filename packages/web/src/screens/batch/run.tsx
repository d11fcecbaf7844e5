import {
  count,
  counted,
  describeFailures,
  describeProgress,
  dollars,
  isFailure,
  visibleLine,
  type Failure,
  type Task,
} from '@tryout/engine';
import { Download, Play, Plus, RotateCcw, Square } from 'lucide-react';
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { saveBlob } from '../../lib/blobs.ts';
import { classes } from '../../lib/classes.ts';
import { useHeadingFocus } from '../../lib/hooks.ts';
import { useApp, useSessionState } from '../../state/app-context.ts';
import { toBatchPath } from '../../state/routes.ts';
import { Button, ButtonLink, Toolbar } from '../../ui/button.tsx';
import { FailureNote, loadOnUse } from '../../ui/failure-note.tsx';
import { FactLine, Panel, VisuallyHidden } from '../../ui/panel.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { callHost, labelBatch, runBatch, stopBatch } from '../../state/batch/batch-store.ts';
import { ColumnSelect } from './draft-inputs.tsx';
import type { BatchChoices, BatchRecord, BatchState } from '../../state/batch/records.ts';
import { RowsTable } from './rows-table.tsx';
import styles from './batch.module.css';

const Report = loadOnUse(
  () => import('./report.tsx'),
  () => <p className={styles.note}>Computing the report</p>,
);
const RowDetails = loadOnUse(() => import('./row-details.tsx'));

const views = [
  { id: 'rows', label: 'Rows' },
  { id: 'report', label: 'Report' },
] as const;

type View = (typeof views)[number]['id'];

const downloads = [
  ['jsonl', 'Download the rows'],
  ['csv', 'Download the report'],
  ['html', 'Download the report'],
] as const;

interface BatchRunProps {
  readonly state: BatchState;
  readonly record: BatchRecord;
  readonly choices: BatchChoices;
  /** The route of the page. */
  readonly route: string;
}

/** A batch that was started: its progress, its rows and its report. */
export function BatchRun({ state, record, choices, route }: BatchRunProps) {
  const app = useApp();
  const { id } = record;
  const { status, end, error, ended, failed } = state;
  const [view, setView] = useState<View>('rows');
  const [openRow, setOpenRow] = useState<number>();
  // The rows are rendered in a task of their own, so that the start takes less than 50 ms.
  const hasRows = useDeferredValue(true, false);
  const tabs = useId();
  const heading = useHeadingFocus();
  const task = useSessionState((now) => now.task);
  // The Stop button disappears.
  const lastStatus = useRef(status);
  useEffect(() => {
    const hasEnded = status === 'idle' && lastStatus.current !== 'idle';
    lastStatus.current = status;
    if (hasEnded && document.activeElement === document.body) heading.current?.focus();
  }, [heading, status]);
  const models = choices.destinations.map(({ model, endpointUrl }) => model ?? endpointUrl ?? '');
  const total = Math.min(record.rows, choices.limit ?? record.rows);
  const left = total * models.length - ended;
  const isRunning = status === 'running' || status === 'stopping';

  async function download(format: (typeof downloads)[number][0]): Promise<void> {
    try {
      const blob = await callHost(app, (host) => host.download(id, format, choices.label));
      saveBlob(blob, `${format === 'jsonl' ? 'batch' : 'report'}-${id}.${format}`);
    } catch (thrown) {
      app.notices.show(isFailure(thrown) ? thrown.message : String(thrown));
    }
  }

  return (
    <Panel aria-labelledby={`${tabs}-heading`} className={styles.panel}>
      <div className={styles.head}>
        <div className={styles.title}>
          <h2 ref={heading} tabIndex={-1} id={`${tabs}-heading`}>
            {visibleLine(record.title)}
          </h2>
          <p className={styles.note}>
            <FactLine
              facts={[
                counted(total, 'row'),
                counted(models.length, 'model'),
                ...describeChoices(choices, task),
              ]}
            />
          </p>
        </div>
        <div className={styles.buttons}>
          {isRunning ? (
            <Button
              icon={Square}
              variant="primary"
              data-action=""
              onClick={({ detail }) => (status === 'running' || detail < 2) && stopBatch(app, id)}
            >
              {status === 'stopping' ? 'Stop at once' : 'Stop'}
            </Button>
          ) : (
            left > 0 && (
              <Button icon={Play} variant="primary" data-action="" onClick={() => void runBatch(app, id)}>
                Continue
              </Button>
            )
          )}
          {!isRunning && failed > 0 && (
            <Button
              icon={RotateCcw}
              data-action=""
              onClick={() => void runBatch(app, id, { retriesErrors: true })}
            >
              Retry failed rows
            </Button>
          )}
          <ButtonLink href={`#${toBatchPath(route, '')}`} data-action="">
            <Plus aria-hidden="true" size={16} />
            New batch
          </ButtonLink>
        </div>
      </div>
      <div className={styles.progress}>
        <progress aria-label="Progress of the batch" max={total * models.length} value={ended} />
        <p className={styles.note}>
          <FactLine facts={describeState(state, total * models.length)} />
        </p>
        <VisuallyHidden role="status">{describeStatus(status, end?.reason, left, failed)}</VisuallyHidden>
      </div>
      {end?.reason === 'cost' && (
        <p className={styles.note}>The batch stopped before it costs more than its limit.</p>
      )}
      {error !== undefined && <FailureNote error={withNextStep(error, end?.reason)} />}
      <div className={styles.views}>
        <Tabs<View> id={tabs} label="Show" tabs={views} value={view} onChoose={setView} />
        <Toolbar role="group" aria-label="Downloads">
          {downloads.map(([format, title]) => (
            <Button
              key={format}
              icon={Download}
              title={title}
              disabled={ended === 0}
              onClick={() => void download(format)}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </Toolbar>
      </div>
      <TabPanel
        id={tabs}
        value={view}
        className={classes(styles.view, view === 'report' && styles.scrolling)}
      >
        {view === 'rows' ? (
          hasRows && (
            <RowsTable
              state={state}
              models={models}
              total={total}
              label={choices.label}
              onOpen={setOpenRow}
            />
          )
        ) : (
          <>
            <div className={styles.short}>
              <ColumnSelect
                label="Expected answers"
                columns={record.columns}
                value={choices.label}
                onChange={(label = '') => void labelBatch(app, id, label)}
              />
            </div>
            {ended === 0 ? (
              <p className={styles.note}>The report appears here once there are rows.</p>
            ) : (
              <Report id={id} label={choices.label} answers={isRunning ? undefined : ended} />
            )}
          </>
        )}
      </TabPanel>
      {openRow !== undefined && (
        <RowDetails id={id} row={openRow} models={models} onClose={() => setOpenRow(undefined)} />
      )}
    </Panel>
  );
}

function describeState({ progress, status, ended, failed }: BatchState, total: number) {
  if (progress && status !== 'idle')
    return [
      ...describeProgress(progress, total),
      ...(status === 'stopping' ? ['finishing the rows in flight'] : []),
    ];
  const causes = progress?.causes ?? new Map<string, number>();
  return [`${count(ended)} of ${count(total)}`, ...describeFailures({ failed, causes })];
}

/** Characters of a prompt in the line. */
const MAX_PROMPT = 80;

/** What was chosen, in short. */
function describeChoices(choices: BatchChoices, task: Task | undefined): readonly string[] {
  const { columns, prompt, schema, parameters, concurrency, maxCost } = choices;
  const line = visibleLine(prompt.slice(0, MAX_PROMPT + 1));
  return [
    ...Object.entries(columns).map(([name, column]) =>
      visibleLine(`${task?.fields[name]?.label ?? name}: ${column}`),
    ),
    ...(prompt === '' ? [] : [line.length > MAX_PROMPT ? `${line.slice(0, MAX_PROMPT)}…` : line]),
    ...(schema === undefined ? [] : ['JSON Schema']),
    ...Object.entries(parameters).map(([name, value]) => visibleLine(`${name}=${value}`)),
    `${count(concurrency)} at a time`,
    ...(maxCost === undefined ? [] : [`at most ${dollars(maxCost)}`]),
  ];
}

/** For screen readers, which do not follow the progress. */
function describeStatus(
  status: BatchState['status'],
  reason: string | undefined,
  left: number,
  failed: number,
) {
  if (status === 'running') return 'The batch is running';
  if (status === 'stopping') return 'Finishing the rows in flight';
  if (reason !== undefined) return 'The batch stopped';
  return left > 0 ? '' : `The batch is finished${failed > 0 ? `, ${counted(failed, 'failed request')}` : ''}`;
}

/** An error that stopped the batch, with what to do. */
function withNextStep(error: unknown, reason: string | undefined): unknown {
  if (!isFailure(error) || reason === undefined) return error;
  const message = reason === 'alike' ? `The first rows all failed alike: ${error.message}` : error.message;
  const hint = [error.hint, reason === 'alike' ? '' : 'Then continue.'].filter(Boolean).join(' ');
  return Object.assign(new Error(message), { outcome: error.outcome, code: error.code, hint }) as Failure;
}
