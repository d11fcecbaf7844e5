import { Box } from 'ink';
import { type ReactNode, useEffect, useState } from 'react';
import {
  isLive,
  isRunLink,
  lookUpModel,
  modelIdIn,
  modelsMessage,
  type Task,
  taskSignature,
  tasks,
  taskSearchTerms,
} from '@tryout/engine';
import { droppedPath } from '../../files/paths.ts';
import { isRunFile } from '../../results/save-result.ts';
import { type Theme, wrap } from '../../terminal/index.ts';
import { FilterListView, rowsOfList } from '../components/filter-list.tsx';
import { firstLines, Lines, paragraph } from '../components/text.tsx';
import { globalCommands } from '../hooks/global-commands.ts';
import { useFilterList } from '../hooks/use-filter-list.ts';
import { useJob } from '../hooks/use-job.ts';
import { command, type Command, useKeys } from '../hooks/use-keys.ts';
import { useIsShown } from '../hooks/use-navigation.ts';
import { usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';
import { useOpenRun } from '../hooks/use-stored-run.ts';

/** Maximum characters of the filter in messages. */
const MAX_TYPED = 200;
/** Minimum width to show the summary next to the list. */
const WIDE = 100;
const LIST_WIDTH = 56;
const GAP = 3;
/** Rows of the summary below the list, and minimum rows of the list. */
const SUMMARY_ROWS = 4;
const MIN_ROWS = 4;
/** Minimum width to show that a model ID is accepted too. */
const FOR_NOTE = 72;
/** Minimum width to show the modality. */
const FOR_MODALITY = 40;

const PASTE_HINT = 'You can also paste a model ID, its URL, a link to a run, or the path of a run file.';

const modalityWidth = Math.max(...tasks.map(({ modality }) => modality.length));

/** All tasks, with a summary of the selected one. A typed model ID or URL can be looked up. */
export function TasksScreen(): ReactNode {
  const settings = usePicker();
  const { session, hubUrl, navigation, runInBackground } = settings;
  const state = useSession();
  const { theme, body, isScreenReader } = useTerminal();
  const isShown = useIsShown();
  const list = useFilterList<Task>({
    items: tasks,
    keyOf: ({ id }) => id,
    nameOf: ({ label }) => label,
    termsOf: taskSearchTerms,
  });
  const choose = (task: Task) => {
    session.chooseTask(task.id);
    navigation.open('models');
    list.markStale();
  };
  const lookUp = useModelLookUp(list.typed, list.clear);
  const openRun = useOpenRun();
  const isRun = isRunLink(list.typed) || isRunFile(list.typed.trim());
  const id = isRun ? undefined : modelIdIn(hubUrl, list.typed);
  const openTyped = () =>
    runInBackground(async () => {
      const { findRun } = await import('../../history/stored-runs.ts');
      const typed = list.typed.trim();
      await openRun(await findRun(droppedPath(typed) ?? typed, settings.environment));
      list.clear();
    });
  const chosenTask = state.task?.id;
  const [lastTask, setLastTask] = useState<string>();
  // Select the current task when this screen is shown again.
  if (isShown && chosenTask !== lastTask) {
    setLastTask(chosenTask);
    if (chosenTask !== undefined && list.typed === '') list.choose(chosenTask);
  }

  useKeys({ commands: commands(), takesText: list.typed !== '' });

  function commands(): readonly Command[] {
    const { history } = globalCommands(settings, list.typed !== '');
    const moves = list.commands('choose', rowsOfList(body, false), choose);
    const own = [...moves, { ...history, isMinor: list.typed !== '' }];
    const clear = command('escape', 'clear', 'Clear the filter', list.clear);
    if (!isRun && id === undefined) return list.isStale ? [...own, clear] : own;
    const openOrLookUp = isRun
      ? command('enter ctrl+j', 'open', 'Open this run', openTyped)
      : command('enter ctrl+j', 'look up', 'Look up this model on the Hub', () => id && lookUp(id));
    return [openOrLookUp, ...own.filter(({ keys }) => !keys.includes('enter'))];
  }

  const view = (columns: number, rows: number) => (
    <FilterListView
      list={list}
      room={{ columns, rows }}
      noun="task"
      note={list.typed === '' && columns >= FOR_NOTE ? 'or a model ID' : ''}
      placeholder={state.task ? 'Select a task' : (modelsMessage(state) ?? '')}
      aside={(width) =>
        width < FOR_MODALITY
          ? undefined
          : { width: modalityWidth + 1, of: ({ modality }) => theme.dim(` ${modality}`) }
      }
      spokenRow={({ label, modality, summary }) => `${label}, ${modality}. ${summary}`}
    />
  );
  const { columns, rows } = body;
  const { chosen } = list;
  if (!chosen || isRun || id !== undefined) {
    const typed = theme.cut(list.typed.slice(0, MAX_TYPED), columns);
    const hint = id === undefined ? '' : 'Enter: look up this model. ';
    const text = isRun
      ? 'A stored run. Enter: open it; nothing is sent yet. Esc: all tasks.'
      : `No task matches '${typed}'. ${hint}Esc: all tasks.`;
    const none = wrap(text, columns).split('\n');
    return (
      <>
        <Box height={1} overflowY="hidden" flexShrink={0}>
          {view(columns, 1)}
        </Box>
        <Lines lines={[...(rows < 6 ? [] : ['']), ...none]} />
      </>
    );
  }
  if (isScreenReader) return view(columns, rows);
  const about = (width: number, max: number) => summaryLines(chosen, width, max, theme);
  if (columns >= WIDE) {
    const room = columns - LIST_WIDTH - GAP;
    const lines = ['', theme.title(chosen.label), ...about(room, rows - 2)];
    const hint = ['', ...paragraph(PASTE_HINT, room, theme.dim)];
    return (
      <Box flexShrink={0}>
        <Box width={LIST_WIDTH + GAP} flexDirection="column" flexShrink={0}>
          {view(LIST_WIDTH, rows)}
        </Box>
        <Lines lines={lines.length + hint.length <= rows ? [...lines, ...hint] : lines} />
      </Box>
    );
  }
  const listed = Math.min(Math.max(list.found, 1), Math.max(MIN_ROWS, rows - 2 - SUMMARY_ROWS));
  const below = rows - 1 - listed - 1;
  if (below < 1) return view(columns, rows);
  return (
    <>
      {view(columns, rows - below - 1)}
      <Lines lines={['', ...about(columns, below)]} />
    </>
  );
}

function summaryLines(task: Task, width: number, max: number, theme: Theme): string[] {
  const { inputs, output } = taskSignature(task);
  const exchange =
    max > SUMMARY_ROWS
      ? [...wrap(`Input: ${inputs.join(', ')}. Output: ${output}.`, width).split('\n'), '']
      : [];
  const about = firstLines(task.summary, width, max - exchange.length, theme);
  return [...exchange, ...about.map((line) => theme.dim(line))];
}

/** Looks up a model's task and opens its form. Typing or leaving the screen cancels the lookup. */
function useModelLookUp(typed: string, onFound: () => void): (id: string) => void {
  const { session, connection, navigation, notify } = usePicker();
  const isShown = useIsShown();
  const job = useJob();
  useEffect(() => () => job.stop(), [job, typed, isShown]);
  return (id) => {
    notify(`Looking up ${id}`);
    job.start(async (signal) => {
      const { task: taskId, providers } = await lookUpModel(connection(), id, signal);
      if (signal.aborted) return;
      const task = tasks.find((each) => each.id === taskId);
      if (!task) {
        const reason =
          taskId === undefined
            ? `The Hub lists no task for ${id}`
            : `${id} is for the task ${taskId}, which Tryout does not support`;
        return notify(`${reason}. Choose a task here.`);
      }
      session.chooseTask(task.id);
      navigation.open('models');
      session.chooseModel(id);
      navigation.open('form');
      onFound();
      if (providers.some(isLive)) notify(`${id} is a model for ${task.label}.`);
      else notify('No provider runs it right now. Ctrl-T: custom endpoint.', 'error');
    });
  };
}
