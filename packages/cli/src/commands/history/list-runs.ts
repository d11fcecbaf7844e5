import {
  taskNamed,
  timeAgo,
  type History,
  type HistoryEntry,
  type HistoryFilter,
  type RunFile,
} from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import { openHistory } from '../../history/stored-runs.ts';
import { table, type Column } from '../../program/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export const statusLabels = { done: 'done', failed: 'failed', cancelled: 'canceled' } as const;

/** Listed by default. */
export const NEWEST = 20;

/** Characters of an ID in a terminal: its time in milliseconds. */
const SHORT_ID = 10;

/** Lists recorded runs, the newest first. */
export async function listRuns(call: Call, options: HistoryFilter): Promise<void> {
  const { output } = call;
  const { search, model, limit = NEWEST } = options;
  const task = options.task === undefined ? undefined : taskNamed(options.task).id;
  const history = openHistory(call.runtime.environment);
  const found = await history.list({ search, model, task, limit: limit + 1 });
  const entries = found.slice(0, limit);
  if (call.options.json) return output.json(await setupsOf(history, entries));
  if (entries.length === 0) {
    const isFiltered = [search, model, task].some((filter) => filter !== undefined);
    return output.note(isFiltered ? 'No matching runs.' : 'The history is empty.');
  }
  const { terminal } = output;
  output.write(await table(entries, terminal.isTerminal ? screenColumns(terminal) : columns, terminal));
  if (found.length > limit && options.limit === undefined)
    output.note(`Showing the latest ${limit} runs; use -n for more.`);
}

/** For pipes. */
const columns: readonly Column<HistoryEntry>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'STARTED', value: ({ startedAt }) => startedAt },
  { title: 'TASK', value: ({ task }) => task },
  { title: 'MODEL', value: modelOf },
  { title: 'INPUT', value: ({ input }) => input },
  { title: 'RESULT', value: ({ output }) => output },
  { title: 'STATUS', value: ({ status }) => statusLabels[status] },
];

/** With short IDs, and the status only if a run was not completed. */
function screenColumns({ columns: width }: Terminal): readonly Column<HistoryEntry>[] {
  return [
    { title: 'ID', value: ({ id }) => id.slice(0, SHORT_ID) },
    { title: 'WHEN', value: ({ startedAt }) => timeAgo(new Date(startedAt)) },
    { title: 'TASK', value: ({ task }) => taskNamed(task).label },
    { title: 'MODEL', value: modelOf },
    { title: 'INPUT', value: ({ input }) => input },
    {
      title: 'RESULT',
      value: ({ status, output }) =>
        status === 'done' ? output : [statusLabels[status], output].filter(Boolean).join(': '),
      minWidth: Math.floor(width / 5),
    },
  ];
}

function modelOf({ model, endpointUrl }: HistoryEntry): string {
  return endpointUrl ?? model ?? '';
}

/** The run files without results. */
async function setupsOf(history: History, entries: readonly HistoryEntry[]): Promise<readonly RunFile[]> {
  const setups: RunFile[] = [];
  for (const { id } of entries) {
    const stored = await history.get(id);
    // Another process may have removed it.
    if (!stored) continue;
    const { result: _result, ...setup } = stored.run;
    setups.push(setup);
  }
  return setups;
}
