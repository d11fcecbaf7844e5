import {
  getMessage,
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
  const history = openHistory(call.runtime.environment, output.note);
  const found = await history.list({ search, model, task, limit: limit + 1 });
  const entries = found.slice(0, limit);
  if (call.options.json) return output.json(await getSetups(history, entries, output.note));
  if (entries.length === 0) {
    const isFiltered = [search, model, task].some((filter) => filter !== undefined);
    return output.note(isFiltered ? 'No matching runs.' : 'The history is empty.');
  }
  output.write(await table(entries, columnsFor(output.terminal.isTerminal), output.terminal));
  if (found.length > limit && options.limit === undefined)
    output.note(`Showing the latest ${limit} runs; use -n for more.`);
}

const columnsFor = (isOnScreen: boolean): readonly Column<HistoryEntry>[] => [
  { title: 'ID', value: ({ id }) => (isOnScreen ? id.slice(0, SHORT_ID) : id) },
  { title: 'WHEN', value: ({ startedAt }) => (isOnScreen ? timeAgo(new Date(startedAt)) : startedAt) },
  { title: 'TASK', value: ({ task }) => (isOnScreen ? taskNamed(task).label : task) },
  { title: 'MODEL', value: ({ model, endpointUrl }) => endpointUrl ?? model ?? '' },
  { title: 'INPUT', value: ({ input }) => input },
  { title: 'RESULT', value: ({ output }) => output },
  { title: 'STATUS', value: ({ status }) => statusLabels[status] },
];

/** The run files without results. */
async function getSetups(
  history: History,
  entries: readonly HistoryEntry[],
  note: (text: string) => void,
): Promise<readonly RunFile[]> {
  const setups: RunFile[] = [];
  for (const { id } of entries) {
    // Another process may have removed it, or it is damaged.
    const stored = await history.get(id).catch((error: unknown) => note(getMessage(error)));
    if (!stored) continue;
    const { result: _result, ...setup } = stored.run;
    setups.push(setup);
  }
  return setups;
}
