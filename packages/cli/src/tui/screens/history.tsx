import {
  canRun,
  elapsed,
  getStoredHubName,
  groupRuns,
  hasSeveral,
  latestRuns,
  runFileName,
  taskNamed,
  timeAgo,
  visibleLine,
  type GroupedEntry,
  type HistoryEntry,
  type StoredRun,
} from '@tryout/engine';
import { useEffect, useState, type ReactNode } from 'react';
import { isRunFile, runFile } from '../../deliver/save-result.ts';
import { getStatusMark, pad, statusWords, type Theme } from '../../screen/index.ts';
import { FilterListView, type ExtraColumns, useFilterList } from '../components/filter-list.tsx';
import { Question, QUESTION_ROWS, SavePrompt } from '../components/prompt.tsx';
import { errorLines, firstLines, Lines, paragraph } from '../components/text.tsx';
import { useJob } from '../hooks/use-job.ts';
import { command, useKeys, usePicker, useTerminal } from '../hooks/use-picker.ts';
import { useCopyLink, useOpenRun } from '../hooks/opening.ts';

/** Minimum widths for the time and the model. */
const FOR_TIME = 32;
const FOR_MODEL = 72;
/** As wide as a date or `59 min ago`, and a space. */
const TIME_WIDTH = 11;
const MODEL_WIDTH = 24;
/** Maximum rows of the input, and of the output. */
const ROWS = 2;

/** The recorded runs, newest first: open, run again, save, copy a link, delete. */
export function HistoryScreen(): ReactNode {
  const { session, history, isRecording, navigation, notify, runInBackground } = usePicker();
  const { theme, terminal, body, isScreenReader } = useTerminal();
  const openRun = useOpenRun();
  const copyLink = useCopyLink();
  const { entries, error, remove } = useEntries();
  const [saving, setSaving] = useState<StoredRun>();
  const [isDeleting, setDeleting] = useState(false);
  const list = useFilterList<GroupedEntry>({
    items: entries ?? [],
    getKey: ({ id }) => id,
    getName: (entry) => describe(entry).title,
    getTerms: ({ task, model = '', endpointUrl = '', output, startedAt, earlier }) => ({
      words: [
        ...[task, model, endpointUrl, output, timeAgo(new Date(startedAt))],
        ...earlier.flatMap((each) => [each.input, each.output]),
      ].join(' '),
    }),
  });
  const { selection, filter } = list;
  const showsHub = hasSeveral(entries ?? [], ({ hub }) => hub);

  const withRun = (entry: HistoryEntry, use: (storedRun: StoredRun) => Promise<void> | void) =>
    runInBackground(async () => {
      const storedRun = await (await history()).get(entry.id);
      if (storedRun) await use(storedRun);
      else notify('This run is no longer in the history.', 'error');
    });
  const open = (entry: HistoryEntry) =>
    withRun(entry, (storedRun) => openRun({ storedRun, isTrusted: true }));
  const runAgain = (entry: HistoryEntry) =>
    withRun(entry, async (storedRun) => {
      await openRun({ storedRun, isTrusted: true });
      if (!canRun(session.getSnapshot())) return;
      if (!navigation.isOpen('run')) navigation.open('run');
      await session.run();
    });
  const openGroup = (group: string) =>
    runInBackground(async () => {
      const store = await history();
      const runs = groupRuns(await store.list({ group })).get(group) ?? [];
      const stored = await Promise.all(runs.map(({ id }) => store.get(id)));
      const [first, ...others] = stored.flatMap((run) => run ?? []);
      if (first) await openRun({ storedRun: first, group: [first, ...others], isTrusted: true });
    });
  const actions = (entry: HistoryEntry) => [
    entry.group !== undefined &&
      command('tab', 'comparison', 'Open the comparison of this run', () => openGroup(entry.group!)),
    command('ctrl+r', 'run again', 'Run again', () => runAgain(entry)),
    command('ctrl+s', 'save', 'Save as a run file', () => withRun(entry, setSaving)),
    command('alt+c', 'copy link', 'Copy a link that opens it in the web app or with tryout open', () =>
      withRun(entry, copyLink),
    ),
    command('delete ctrl+d', 'delete', 'Delete it from the history', () => setDeleting(true)),
  ];
  const moves = list.commands('open', open);
  useKeys({
    isActive: !saving && !isDeleting,
    takesText: filter !== '',
    commands: [...moves.slice(0, 1), ...(selection ? actions(selection) : []), ...moves.slice(1)],
  });
  const { columns, rows } = body;
  const details = selection ? detailLines(selection, theme, columns, showsHub) : [];

  const prompt = saving ? (
    <SavePrompt
      proposed={runFileName(saving.run.task)}
      getFiles={async (name) => [await runFile(saving, isRunFile(name) ? name : `${name}.run.json`)]}
      onClose={() => setSaving(undefined)}
    />
  ) : isDeleting && selection ? (
    <Question
      text="Delete it?"
      yes="delete"
      no="keep"
      onAnswer={(isConfirmed) => {
        setDeleting(false);
        if (!isConfirmed) return;
        list.leaveSelection();
        remove(selection);
      }}
    />
  ) : undefined;
  if (prompt)
    return (
      <>
        <Lines lines={details.slice(0, Math.max(0, rows - QUESTION_ROWS))} />
        {prompt}
      </>
    );

  const message = () => {
    if (error !== undefined) return errorLines(error, columns, theme);
    if (!entries) return paragraph('Loading the history', columns);
    if (!isRecording && entries.length === 0)
      return paragraph('Runs are not recorded, because of --no-history or the history setting.', columns);
    if (entries.length === 0)
      return paragraph('No runs yet. Each run appears here with its inputs and its result.', columns);
    return paragraph(`No run matches '${theme.cut(filter, columns)}'. Esc: all runs.`, columns);
  };
  return (
    <FilterListView
      list={list}
      rows={rows}
      noun="run"
      placeholder="Select a run"
      aside={(width) => runColumns(theme, width)}
      mark={({ status }) => `${statusStyle(status, theme)(getStatusMark(status, terminal))} `}
      spokenRow={(entry) => spokenRun(entry, showsHub)}
      isDim={({ status }) => status !== 'done'}
      below={!selection ? message() : isScreenReader ? [] : details.slice(1)}
    />
  );
}

/** The recorded runs; no entries while they are loaded. */
function useEntries() {
  const { history, notify, runInBackground } = usePicker();
  const job = useJob();
  const [listing, setListing] = useState<{
    readonly entries?: readonly GroupedEntry[];
    readonly error?: unknown;
  }>({});
  useEffect(() => {
    const list = async () => ({ entries: latestRuns(await (await history()).list()) });
    job.start(() => list().catch((error: unknown) => ({ error })), setListing);
  }, [history, job]);
  const remove = ({ id, earlier }: GroupedEntry) =>
    runInBackground(async () => {
      await (await history()).remove([id, ...earlier.map((each) => each.id)]);
      setListing(({ entries = [] }) => ({ entries: entries.filter((each) => each.id !== id) }));
      notify('Deleted.', 'good');
    });
  return { ...listing, remove };
}

/** What the list shows of a run: the task with the beginning of the input, and facts. */
function describe(entry: HistoryEntry, showsHub = false) {
  const { task, input, model, endpointUrl, provider = '', hub, seconds, status, startedAt } = entry;
  const { label } = taskNamed(task);
  const target = visibleLine(model ?? endpointUrl ?? '');
  const time = timeAgo(new Date(startedAt));
  return {
    title: input === '' ? label : `${label}: ${input}`,
    target,
    time,
    facts: [
      target,
      provider,
      showsHub && hub !== undefined ? getStoredHubName(hub) : '',
      elapsed(seconds),
      status === 'done' ? '' : statusWords[status],
      time,
    ].filter(Boolean),
  };
}

/** The model and the time, if there is room. */
function runColumns(theme: Theme, columns: number): ExtraColumns<HistoryEntry> | undefined {
  if (columns < FOR_TIME) return undefined;
  const modelWidth = columns < FOR_MODEL ? 0 : MODEL_WIDTH;
  return {
    width: modelWidth + TIME_WIDTH,
    of(entry) {
      const { target, time } = describe(entry);
      return theme.dim(pad(theme.cut(target, modelWidth), modelWidth) + time.padStart(TIME_WIDTH));
    },
  };
}

/** The title, the model and how the run ended, the beginnings of its input and of its result. */
function detailLines(
  entry: HistoryEntry,
  theme: Theme,
  columns: number,
  showsHub: boolean,
): readonly string[] {
  const { title, facts } = describe(entry, showsHub);
  const isFailed = entry.status === 'failed';
  const output = firstLines(`${isFailed ? 'Error' : 'Output'}: ${entry.output}`, columns, ROWS, theme);
  return [
    theme.title(theme.cut(title, columns)),
    theme.dim(theme.cut(facts.join(theme.separator), columns)),
    ...(entry.input === '' ? [] : firstLines(`Input: ${entry.input}`, columns, ROWS, theme)),
    ...(isFailed ? output.map((line) => theme.error(line)) : output),
  ];
}

function statusStyle(status: HistoryEntry['status'], theme: Theme): (text: string) => string {
  return { done: theme.good, failed: theme.error, cancelled: theme.dim }[status];
}

function spokenRun(entry: HistoryEntry, showsHub: boolean): string {
  const { title, facts } = describe(entry, showsHub);
  return visibleLine([title, ...facts, entry.output].filter(Boolean).join('. '));
}
