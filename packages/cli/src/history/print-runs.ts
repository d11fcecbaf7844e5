import {
  computeAgreement,
  costText,
  getMessage,
  counted,
  groupRuns,
  latestRuns,
  nameCandidates,
  restoreComparison,
  tallyVotes,
  toRunFile,
  type StoredRun,
  getStoredHubName,
  hasSeveral,
  taskNamed,
  timeAgo,
  elapsed,
  restoreInputs,
  restoreResult,
  size,
  type GroupedEntry,
  type History,
  type HistoryEntry,
  type HistoryFilter,
  type RunFile,
  type StoredInput,
  type StoredImage,
  type StoredResult,
} from '@tryout/engine';
import type { Call } from '../context/context.ts';
import { renderResult } from '../deliver/render-result.ts';
import type { StyleCell } from '../screen/draw-table.ts';
import { table, factsTable, type Column, type Fact } from '../screen/table.ts';
import { getStatusMark, getSymbols, statusWords, type Terminal } from '../screen/terminal.ts';
import { openHistory, recordedRuns } from './stored-runs.ts';

/** Listed by default in a terminal; pipes get all runs. */
export const TERMINAL_LIMIT = 20;

/** Characters of an ID that tell runs of different seconds apart. */
const MIN_ID = 8;

/** Lists recorded runs, the newest first. */
export async function listRuns(call: Call, options: HistoryFilter): Promise<void> {
  const { output, runtime } = call;
  const { terminal } = output;
  const isOnScreen = terminal.isTerminal && !call.options.json;
  const { search, model, limit = isOnScreen ? TERMINAL_LIMIT : Infinity } = options;
  const task = options.task === undefined ? undefined : taskNamed(options.task).id;
  const history = openHistory(runtime.environment, output.note);
  const listed = await history.list({ search, model, task, limit: isOnScreen ? undefined : limit });
  if (call.options.json) return output.json(await getSetups(history, listed, call));
  if (listed.length === 0) {
    const isFiltered = [search, model, task].some((filter) => filter !== undefined);
    return output.note(isFiltered ? 'No matching runs.' : 'The history is empty.');
  }
  if (!isOnScreen) return output.write(await table(listed, pipeColumns, terminal));
  const runs = latestRuns(listed);
  await drawRuns(call, runs.slice(0, limit), await history.list());
  if (runs.length > limit && options.limit === undefined)
    output.note(`Showing the latest ${limit} runs; use -n for more.`);
}

const pipeColumns: readonly Column<HistoryEntry>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'WHEN', value: ({ startedAt }) => startedAt },
  { title: 'TASK', value: ({ task }) => task },
  { title: 'MODEL', value: getTarget },
  { title: 'INPUT', value: ({ input }) => input },
  { title: 'RESULT', value: ({ output }) => output },
  { title: 'STATUS', value: ({ status }) => statusWords[status] },
  { title: 'GROUP', value: ({ group }) => group ?? '' },
];

function getTarget({ model, endpointUrl }: HistoryEntry): string {
  return endpointUrl ?? model ?? '';
}

/** A row of the list: a comparison, whose runs follow without their input, or a run. */
type ListRow = HistoryEntry & { readonly compared?: number };

function groupRows(entries: readonly GroupedEntry[]): readonly ListRow[] {
  const groups = new Map(groupRuns(entries));
  return entries.flatMap((entry): readonly ListRow[] => {
    const { group = '' } = entry;
    const runs = groups.get(group);
    if (entry.group === undefined && entry.earlier.length > 0)
      return [{ ...entry, output: `${counted(entry.earlier.length + 1, 'answer')}: ${entry.output}` }];
    if (!runs || runs.length === 1) return entry.group === undefined || runs ? [entry] : [];
    groups.delete(group);
    const output = `${runs.length} models compared`;
    const head = { ...entry, id: group, model: undefined, endpointUrl: undefined, output };
    return [{ ...head, compared: runs.length }, ...runs.map((run) => ({ ...run, input: '' }))];
  });
}

/** Draws runs without what is the same in all rows, which a note says once. @param all the whole history */
async function drawRuns({ output }: Call, runs: readonly GroupedEntry[], all: readonly HistoryEntry[]) {
  const { terminal } = output;
  const entries = groupRows(runs);
  const { styleFor } = await import('../screen/style.ts');
  const { red, dim } = styleFor(terminal);
  const idLength = getShortLength(entries, all);
  const { comparison, winner } = getSymbols(terminal);
  const mark = ({ status, compared, vote }: ListRow) => {
    const text = getStatusMark(status, terminal);
    const special = compared !== undefined ? comparison : vote === 'won' ? winner : undefined;
    return special?.padEnd(text.length) ?? text;
  };
  const models = runs.map(({ endpointUrl, model = '' }) => (endpointUrl === undefined ? model : ''));
  const getOwner = (model: string) => model.slice(0, model.indexOf('/') + 1);
  const owner = hasSeveral(models, getOwner) || !hasSeveral(models, String) ? '' : getOwner(models[0]!);
  // The input takes the remaining room.
  const share = (part: number) => Math.floor(terminal.columns * part);
  const facts: readonly Column<HistoryEntry>[] = [
    { title: 'WHEN', value: ({ startedAt }) => timeAgo(new Date(startedAt)) },
    { title: 'TASK', value: ({ task }) => taskNamed(task).aliases[0] ?? task },
    { title: 'MODEL', value: (entry) => getTarget(entry).slice(owner.length), minWidth: share(0.2) },
  ];
  const isShared = ({ value }: Column<HistoryEntry>) => entries.length > 1 && !hasSeveral(entries, value);
  const hub: Column<HistoryEntry> = {
    title: 'HUB',
    value: ({ hub }) => (hub === undefined ? '' : getStoredHubName(hub)),
  };
  const columns: readonly Column<HistoryEntry>[] = [
    {
      title: `${' '.repeat(mark(entries[0]!).length)} ID`,
      value: (entry) => `${mark(entry)} ${entry.id.slice(0, idLength)}`,
    },
    ...facts.filter((column) => !isShared(column)),
    ...(hasSeveral(entries, hub.value) ? [hub] : []),
    { title: 'INPUT', value: ({ input }) => input },
    { title: 'RESULT', value: ({ output }) => output, minWidth: share(0.15) },
  ];
  const styles = { done: String, failed: red, cancelled: dim };
  const style: StyleCell = (text, row, column) => (column === 0 ? styles[entries[row]!.status](text) : text);
  output.write(await table(entries, columns, terminal, style));
  const shared = [...facts.filter(isShared).map(({ value }) => value(entries[0]!)), owner && `${owner}…`];
  const note = shared.filter(Boolean).join(getSymbols(output.errorTerminal).separator);
  if (note !== '') output.note(`All runs above: ${note}`);
}

/** The shortest length at which the IDs of entries are unique in the history. */
function getShortLength(entries: readonly HistoryEntry[], all: readonly HistoryEntry[]): number {
  const listed = new Set(entries.map(({ id }) => id));
  const ids = [...new Set(all.flatMap(({ id, group = id }) => [id, group]))].sort();
  let length = MIN_ID;
  for (const [index, id] of ids.entries()) {
    const next = ids[index + 1];
    if (next === undefined || !(listed.has(id) || listed.has(next))) continue;
    while (length < id.length && id.slice(0, length) === next.slice(0, length)) length += 1;
  }
  return length;
}

/** The run files without the values and files of their results. */
async function getSetups(history: History, entries: readonly HistoryEntry[], { runtime, output }: Call) {
  const setups: RunFile[] = [];
  for (const { id } of entries) {
    runtime.signal.throwIfAborted();
    // Another process may have removed it, or it is damaged.
    const storedRun = await history.get(id, false).catch((error: unknown) => output.note(getMessage(error)));
    if (!storedRun) continue;
    const { result, ...setup } = storedRun.run;
    const { value: _value, media: _media, ...outcome } = result ?? {};
    setups.push({ ...setup, ...(result && { result: outcome as StoredResult }) });
  }
  return setups;
}

/** Prints the wins of models in blind comparisons, and the votes on each pair. */
export async function listVotes({ runtime, options, output }: Call): Promise<void> {
  const votes = tallyVotes(await openHistory(runtime.environment, output.note).list());
  if (options.json) return output.json(votes);
  const { models, pairs } = votes;
  if (models.length === 0) return output.note('No votes yet. Vote with tryout compare --blind.');
  const counts: Column<(typeof models)[number] | (typeof pairs)[number]>[] = [
    { title: 'WINS', side: 'right', value: ({ wins }) => String(wins) },
    { title: 'LOSSES', side: 'right', value: ({ losses }) => String(losses) },
    { title: 'TIES', side: 'right', value: ({ ties }) => String(ties) },
  ];
  const model: Column<(typeof models)[number]> = { title: 'MODEL', value: (row) => row.model };
  const pair: Column<(typeof pairs)[number]> = { title: 'PAIR', value: (row) => row.models.join(' vs. ') };
  output.write(await table(models, [model, ...counts], output.terminal));
  output.write(output.terminal.isTerminal ? '\n' : '');
  output.write(await table(pairs, [pair, ...counts], output.terminal));
}

/** Shows a recorded run or comparison: its setup and inputs, then its result, or results side by side. */
export async function showRun({ runtime, options, output }: Call, reference: string): Promise<void> {
  const runs = await recordedRuns(runtime.environment, reference, output.note);
  if (options.json) return output.json(toRunFile(runs.map(({ run }) => run)));
  const { terminal } = output;
  const storedRun = runs[0]!;
  const { run } = storedRun;
  if (runs.length > 1) {
    const { model: _model, provider: _provider, result: _result, ...setup } = run;
    output.write(await factsTable('comparison', run.group ?? run.id, getFacts(setup), terminal));
    return output.write(`\n${await renderRecorded(runs, terminal)}`);
  }
  output.write(await factsTable('run', run.id, getFacts(run), terminal));
  const { inputs } = await restoreInputs(storedRun);
  const result = await restoreResult(storedRun, inputs.values);
  if (result) output.write(`\n${await renderResult(result.view, terminal)}`);
}

async function renderRecorded(storedRuns: readonly StoredRun[], terminal: Terminal): Promise<string> {
  const { renderComparison } = await import('../deliver/comparison.ts');
  const { runs, candidates } = await restoreComparison(storedRuns);
  const agreement = await computeAgreement(runs.map(({ run }) => run.result?.view));
  return renderComparison({ runs, names: nameCandidates(candidates), agreement }, terminal);
}

function getFacts({
  task: id,
  model,
  provider,
  endpointUrl,
  hub,
  billTo,
  flags = [],
  schema,
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
    ['hub', hub && getStoredHubName(hub)],
    ['billed to', billTo],
    ['options', flags.map((flag) => `--${flag}`).join(' ') || undefined],
    ['schema', schema && getText({ json: schema })],
    ['started', result?.startedAt],
    ['status', result && statusWords[result.status]],
    ['took', result && elapsed(result.seconds)],
    ['cost', result?.cost === undefined ? undefined : costText({ provider, ...result })],
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
