import {
  getMessage,
  taskNamed,
  timeAgo,
  elapsed,
  restoreInputs,
  restoreResult,
  size,
  type History,
  type HistoryEntry,
  type HistoryFilter,
  type RunFile,
  type StoredInput,
  type StoredImage,
} from '@tryout/engine';
import type { Call } from '../context/context.ts';
import { renderResult } from '../results/render-result.ts';
import { table, factsTable, type Column, type Fact } from '../terminal/table.ts';
import { openHistory, recordedRun } from './stored-runs.ts';

const statusLabels = { done: 'done', failed: 'failed', cancelled: 'canceled' } as const;

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
  const runs = await history.list({ search, model, task, limit: limit + 1 });
  const entries = runs.slice(0, limit);
  if (call.options.json) return output.json(await getSetups(history, entries, output.note));
  if (entries.length === 0) {
    const isFiltered = [search, model, task].some((filter) => filter !== undefined);
    return output.note(isFiltered ? 'No matching runs.' : 'The history is empty.');
  }
  output.write(await table(entries, columnsFor(output.terminal.isTerminal), output.terminal));
  if (runs.length > limit && options.limit === undefined)
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
    const storedRun = await history.get(id).catch((error: unknown) => note(getMessage(error)));
    if (!storedRun) continue;
    const { result: _result, ...setup } = storedRun.run;
    setups.push(setup);
  }
  return setups;
}

/** Shows a recorded run: its setup and inputs, then its result. */
export async function showRun({ runtime, options, output }: Call, reference: string): Promise<void> {
  const storedRun = await recordedRun(runtime.environment, reference, output.note);
  if (options.json) return output.json(storedRun.run);
  const { terminal } = output;
  const { run } = storedRun;
  output.write(await factsTable('run', run.id, getFacts(run), terminal));
  const { inputs } = await restoreInputs(storedRun);
  const result = await restoreResult(storedRun, inputs.values);
  if (result) output.write(`\n${await renderResult(result.view, terminal)}`);
}

function getFacts({
  task: id,
  model,
  provider,
  endpointUrl,
  billTo,
  flags = [],
  parameters = {},
  ...run
}: RunFile): Fact[] {
  const { inputs, chat, result } = run;
  const task = taskNamed(id);
  const exchanges = chat?.exchanges ?? [];
  return [
    ['task', task.label],
    ['model', model],
    ['provider', result?.provider ?? provider],
    ['endpoint', endpointUrl],
    ['billed to', billTo],
    ['options', flags.map((flag) => `--${flag}`).join(' ') || undefined],
    ['started', result?.startedAt],
    ['status', result && statusLabels[result.status]],
    ['took', result && elapsed(result.seconds)],
    ['cost', result?.cost === undefined ? undefined : `$${result.cost}`],
    ...Object.entries(parameters).map(([name, value]): Fact => [
      'parameter',
      `${name}=${getText({ json: value })}`,
    ]),
    ['system', chat?.system],
    ...exchanges.flatMap(({ prompt, pictures = [], answer }): Fact[] => [
      ['message', [prompt, ...pictures.map(getText)].join(' · ')],
      ['answer', answer],
    ]),
    ...Object.entries(inputs).map(([name, input]): Fact => [
      (task.fields[name]?.label ?? name).toLowerCase(),
      [getText(input), ...(chat?.pictures ?? []).map(getText)].join(' · '),
    ]),
    ['error', result?.error?.message],
    ['hint', result?.error?.hint],
    ['partial', result?.partial],
  ];
}

function getText(input: StoredInput | StoredImage): string {
  if (typeof input === 'string') return input;
  if ('file' in input) return `${input.file} (${size(input.bytes)})`;
  if ('url' in input) return input.url;
  if ('json' in input) return typeof input.json === 'string' ? input.json : JSON.stringify(input.json);
  return input.join(', ');
}
