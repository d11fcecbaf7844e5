import { Box } from 'ink';
import { type ReactNode, useEffect, useState } from 'react';
import {
  HubApiError,
  isLive,
  lookUpModel,
  modelIdIn,
  modelsMessage,
  type Task,
  taskExchange,
  tasks,
  taskWords,
  visibleLine,
} from '@tryout/engine';
import { symbolsOf, type Terminal, truncate, wrap } from '../../terminal/index.ts';
import { FilterListView, rowsOfList } from '../components/filter-list.tsx';
import { firstLines, Lines } from '../components/text.tsx';
import { useFilterList } from '../hooks/use-filter-list.ts';
import { useJob } from '../hooks/use-job.ts';
import { command, type Command, useKeys } from '../hooks/use-keys.ts';
import { useIsShown, useNavigation } from '../hooks/use-navigation.ts';
import { useNotify, usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';

/** Characters of the filter that messages repeat. */
const MOST_TYPED = 200;
/** From this width on the summary is shown next to the list. */
const WIDE = 100;
const LIST_WIDTH = 56;
/** Cells between the list and the summary. */
const GAP = 3;
/** Lines of the summary below the list, and the least that the list keeps. */
const SUMMARY_ROWS = 4;
const LEAST_ROWS = 4;
/** From this width on rows show the modality. */
const FOR_MODALITY = 40;

const modalityWidth = Math.max(...tasks.map(({ modality }) => modality.length));

/** All tasks with a summary of the selected one. A model ID or address can be looked up instead. */
export function TasksScreen(): ReactNode {
  const { session, hubUrl, isRead } = usePicker();
  const state = useSession();
  const { terminal, theme, body } = useTerminal();
  const navigation = useNavigation();
  const isShown = useIsShown();
  const list = useFilterList<Task>({
    items: tasks,
    keyOf: ({ id }) => id,
    nameOf: ({ label }) => label,
    wordsOf: taskWords,
  });
  const choose = (task: Task) => {
    session.chooseTask(task.id);
    navigation.open('models');
    list.retire();
  };
  const lookUp = useModelLookUp(list.typed, list.clear);
  const id = modelIdIn(hubUrl, list.typed);
  const chosenTask = state.task?.id;
  const [lastTask, setLastTask] = useState<string>();
  // Back on this screen, the current task is selected.
  if (isShown && chosenTask !== lastTask) {
    setLastTask(chosenTask);
    if (chosenTask !== undefined && list.typed === '') list.choose(chosenTask);
  }

  useKeys({ commands: commands(), takesText: list.typed !== '' });

  function commands(): readonly Command[] {
    const own = list.commands('choose', rowsOfList(body, false), choose);
    const hasEsc = list.typed === '' || own.some(({ keys }) => keys.includes('escape'));
    // On the first screen Esc shows all tasks, even after the filter was used.
    const all = command('escape', 'clear', 'Clear the filter', list.clear);
    if (id === undefined) return hasEsc ? own : [...own, all];
    const look = command('enter ctrl+j', 'look it up', 'Look this model up on the hub', () => lookUp(id));
    return [look, ...own.filter(({ keys }) => !keys.includes('enter'))];
  }

  const view = (columns: number, rows: number) => (
    <FilterListView
      list={list}
      room={{ columns, rows }}
      noun="task"
      placeholder={state.task ? 'Select a task' : (modelsMessage(state) ?? '')}
      aside={(width) =>
        width < FOR_MODALITY
          ? undefined
          : { width: modalityWidth + 1, of: ({ modality }) => theme.dim(` ${modality}`) }
      }
      inWords={({ label, modality, summary }) => `${label}, ${modality}. ${summary}`}
    />
  );
  const { columns, rows } = body;
  const { chosen } = list;
  if (!chosen || id !== undefined) {
    const typed = truncate(
      visibleLine(list.typed.slice(0, MOST_TYPED)),
      columns,
      symbolsOf(terminal).ellipsis,
    );
    const look = id === undefined ? '' : 'Enter: look this model up. ';
    const none = wrap(`No task matches '${typed}'. ${look}Esc: all tasks again.`, columns).split('\n');
    return (
      <>
        <Box height={1} overflowY="hidden" flexShrink={0}>
          {view(columns, 1)}
        </Box>
        <Lines lines={[...(rows < 6 ? [] : ['']), ...none]} />
      </>
    );
  }
  if (isRead) return view(columns, rows);
  const about = (width: number, most: number) => summaryLines(chosen, width, most, terminal, theme.dim);
  if (columns >= WIDE)
    return (
      <Box flexShrink={0}>
        <Box width={LIST_WIDTH + GAP} flexDirection="column" flexShrink={0}>
          {view(LIST_WIDTH, rows)}
        </Box>
        <Lines lines={['', theme.title(chosen.label), ...about(columns - LIST_WIDTH - GAP, rows - 2)]} />
      </Box>
    );
  // A list that needs less leaves more to the summary.
  const listed = Math.min(Math.max(list.found, 1), Math.max(LEAST_ROWS, rows - 2 - SUMMARY_ROWS));
  const below = rows - 1 - listed - 1;
  if (below < 1) return view(columns, rows);
  return (
    <>
      {view(columns, rows - below - 1)}
      <Lines lines={['', ...about(columns, below)]} />
    </>
  );
}

function summaryLines(
  task: Task,
  width: number,
  most: number,
  terminal: Terminal,
  dim: (text: string) => string,
): string[] {
  const { takes, gives } = taskExchange(task);
  // Where there is little room, what it is about comes first.
  const exchange =
    most > SUMMARY_ROWS ? [...wrap(`Takes ${takes.join(', ')}; gives ${gives}.`, width).split('\n'), ''] : [];
  const about = firstLines(task.summary || task.id, width, most - exchange.length, terminal);
  return [...exchange, ...about.map((line) => dim(line))];
}

/**
 * Asks the hub what a model is made for, and opens its form there, unless something else was typed or opened meanwhile.
 * @param onFound the form was opened
 */
function useModelLookUp(typed: string, onFound: () => void): (id: string) => void {
  const { session, connection } = usePicker();
  const navigation = useNavigation();
  const isShown = useIsShown();
  const notify = useNotify();
  const job = useJob();
  useEffect(() => () => job.stop(), [job, typed, isShown]);
  return (id) => {
    notify(`Asking the hub what ${id} is made for`);
    job.start(async (signal) => {
      const found = await lookUpModel(connection(), id, signal).catch((error: unknown) => {
        if (!(error instanceof HubApiError) || error.status !== 404) throw error;
        return undefined;
      });
      if (signal.aborted) return;
      if (!found)
        return notify(`The hub has no model ${id}. Check the name; it may also be private.`, 'error');
      const { task: made, providers } = found;
      const task = tasks.find(({ id: known }) => known === made);
      if (!task) {
        const what =
          made === undefined ? 'The hub does not say what it is made for' : `It is made for ${made}`;
        return notify(`${what}: choose a task for it here.`);
      }
      session.chooseTask(task.id);
      navigation.open('models');
      session.chooseModel(id);
      navigation.open('form');
      onFound();
      if (providers.some(isLive)) notify(`${id} is made for ${task.label}.`);
      else notify('Nobody serves it at the moment. Ctrl-T: an endpoint of your own.', 'error');
    });
  };
}
