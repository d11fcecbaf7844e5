import {
  countRuns,
  createStore,
  rowSummarizer,
  runBatch,
  type BatchHandlers,
  type BatchJournal,
  type BatchProgress,
  type BatchSetup,
  type BatchSummary,
  type Observable,
  type Report,
  type RowSummary,
  visibleLine,
} from '@tryout/engine';
import { openBatchOutput, type BatchOutput } from '@tryout/engine/node';
import { themeFor, type Terminal } from '../screen/index.ts';
import { describeSummary } from './progress.ts';
import { readReport } from './report.ts';

type Journal = BatchJournal | BatchOutput;

interface CountingHandlers extends Pick<BatchHandlers, 'stop' | 'cancel'> {
  /** @param total of the runs, once it is known */
  readonly onProgress: (progress: BatchProgress, total: number | undefined) => void;
}

/** Runs a batch, counts its runs meanwhile, and closes its output. Never throws for what a row does. */
export async function runCounted(
  setup: BatchSetup,
  journal: Journal,
  { stop, cancel, onProgress }: CountingHandlers,
): Promise<BatchSummary> {
  let total: number | undefined;
  countRuns(setup, stop).then(
    (runs) => (total = runs),
    () => undefined,
  );
  let summary: BatchSummary | undefined;
  try {
    const handlers = { stop, cancel, onProgress: (progress: BatchProgress) => onProgress(progress, total) };
    summary = await runBatch(setup, journal, handlers);
  } finally {
    await closeJournal(journal, summary);
  }
  return summary;
}

/** Closes an output; standard output stays open. */
export async function closeJournal(journal: Journal, summary?: BatchSummary): Promise<void> {
  if ('close' in journal) await journal.close(summary);
}

export interface BatchState {
  /** `stopping` finishes the runs in flight. */
  readonly status: 'running' | 'stopping' | 'ended';
  readonly progress?: BatchProgress;
  readonly total?: number | undefined;
  /** The last rows, the newest last. */
  readonly rows: readonly RowSummary[];
  readonly summary?: BatchSummary;
  readonly report?: Report | undefined;
  /** Why the output could not be opened or read. */
  readonly error?: unknown;
}

export interface Batch extends Observable<BatchState> {
  /** Finishes the runs in flight; called again, cancels them. */
  stop(): void;
  /** Cancels all runs. Resolves when the output is closed. */
  dispose(): Promise<void>;
}

interface BatchFiles {
  readonly output: string;
  /** Files that must not be the output. */
  readonly sources: readonly string[];
  /** A column. */
  readonly label: string | undefined;
  note(text: string): void;
}

/** The last rows that are kept. */
const KEPT_ROWS = 100;

/** Starts a batch that writes to a file, and computes the report when it has ended. Shown rows never throw. */
export function startBatch(setup: BatchSetup, { output, sources, label, note }: BatchFiles): Batch {
  const store = createStore<BatchState>({ status: 'running', rows: [] });
  const [stop, cancel] = [new AbortController(), new AbortController()];
  const summarize = rowSummarizer(undefined);
  const rows: RowSummary[] = [];

  async function run(): Promise<Partial<BatchState>> {
    const journal = await openBatchOutput(output, setup.task.id, sources, note);
    const shown: BatchOutput = {
      ...journal,
      append(line) {
        rows.push(summarize(line));
        if (rows.length > KEPT_ROWS) rows.shift();
        return journal.append(line);
      },
    };
    const summary = await runCounted(setup, shown, {
      stop: stop.signal,
      cancel: cancel.signal,
      onProgress: (progress, total) => store.update({ progress, total, rows: [...rows] }),
    });
    if (summary.stop) return { summary };
    const files = { note: () => undefined, signal: cancel.signal };
    return { summary, report: await readReport([output], { label }, files) };
  }

  const ended = run().then(
    (end) => store.update({ status: 'ended', rows: [...rows], ...end }),
    (error: unknown) => store.update({ status: 'ended', error }),
  );
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    stop() {
      if (stop.signal.aborted) cancel.abort();
      stop.abort();
      if (store.getSnapshot().status === 'running') store.update({ status: 'stopping' });
    },
    async dispose() {
      stop.abort();
      cancel.abort();
      await ended;
    },
  };
}

/** How a batch ended, and the command that continues it. */
export function batchSummary(
  { batch, output, command }: { readonly batch: Batch; readonly output: string; readonly command: string },
  terminal: Terminal,
): string {
  const theme = themeFor(terminal);
  const { summary } = batch.getSnapshot();
  if (!summary) return '';
  const lines = [
    `${theme.title('Batch')} ${visibleLine(output)}`,
    ...describeSummary(summary, theme.separator),
  ];
  return `${[...lines, ...(summary.stop ? [`Continue: ${command}`] : [])].join('\n')}\n`;
}
