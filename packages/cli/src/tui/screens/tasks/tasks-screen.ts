import {
  modelIdIn,
  modelsMessage,
  taskExchange,
  tasks,
  taskWords,
  visibleLine,
  type Task,
} from '@tryout/engine';
import { pad, symbolsOf, truncate, wrap } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import type { Size } from '../../display/size.ts';
import { createPickList } from '../../list/pick-list.ts';
import { firstLines } from '../../panels/first-lines.ts';
import { modelsScreen } from '../models/models-screen.ts';
import type { Command, Screen } from '../screen.ts';
import { endModelById, openModelById } from './model-by-id.ts';

/** Characters of what was typed that are repeated. */
const MOST_TYPED = 200;
/** From here on the summary stands beside the list. */
const WIDE = 100;
const LIST_WIDTH = 56;
/** Lines of the summary below the list, and what the list keeps. */
const SUMMARY_ROWS = 4;
const LEAST_ROWS = 4;

/** All tasks in display order, with what the chosen one is about. */
export function tasksScreen(picker: Picker): Screen {
  const { session, theme } = picker;
  const modalityWidth = Math.max(...tasks.map(({ modality }) => modality.length));
  const list = createPickList<Task>({
    picker,
    noun: 'task',
    placeholder: () =>
      session.getSnapshot().task ? 'Select a task' : (modelsMessage(session.getSnapshot()) ?? ''),
    keyOf: ({ id }) => id,
    nameOf: ({ label }) => label,
    wordsOf: taskWords,
    inWords: ({ label, modality, summary }) => `${label}, ${modality}. ${summary}`,
    aside: (columns) =>
      columns < 40
        ? undefined
        : { width: modalityWidth + 1, of: ({ modality }) => theme.dim(` ${modality}`) },
    onChoose(task) {
      session.chooseTask(task.id);
      picker.open(modelsScreen(picker));
      list.retire();
    },
  });
  list.setItems(tasks);

  /** Someone has typed a model where there are tasks. */
  const idNow = () => modelIdIn(picker.hubUrl, list.typed);

  /** There is no way further back: Esc shows all tasks, also after one was chosen. */
  const all = { keys: ['escape'], label: 'clear', help: 'Clear the filter', run: list.clear };

  function commands(): readonly Command[] {
    const id = idNow();
    const own = list.commands('choose');
    const hasEsc = list.typed === '' || own.some(({ keys }) => keys.includes('escape'));
    if (id === undefined) return hasEsc ? own : [...own, all];
    const run = () => openModelById(picker, id, screen, list.clear);
    const lookUp = {
      keys: ['enter', 'ctrl+j'],
      label: 'look it up',
      help: 'Look this model up on the hub',
      run,
    };
    return [lookUp, ...own.filter(({ keys }) => !keys.includes('enter'))];
  }

  function draw({ columns, rows }: Size): readonly string[] {
    const { chosen } = list;
    if (!chosen || idNow() !== undefined) {
      const { ellipsis } = symbolsOf(picker.terminal);
      const typed = truncate(visibleLine(list.typed.slice(0, MOST_TYPED)), columns, ellipsis);
      const look = idNow() === undefined ? '' : 'Enter: look this model up. ';
      const none = wrap(`No task matches '${typed}'. ${look}Esc: all tasks again.`, columns).split('\n');
      return [...list.draw({ columns, rows: 1 }).slice(0, 1), ...(rows < 6 ? [] : ['']), ...none];
    }
    if (picker.isRead) return list.draw({ columns, rows });
    const about = (width: number, most: number) => summary(chosen, width, most);
    if (columns >= WIDE) {
      const left = list.draw({ columns: LIST_WIDTH, rows });
      const right = ['', theme.title(chosen.label), ...about(columns - LIST_WIDTH - 3, rows - 2)];
      return Array.from({ length: Math.max(left.length, right.length) }, (_, index) =>
        right[index] ? `${pad(left[index] ?? '', LIST_WIDTH)}   ${right[index]}` : (left[index] ?? ''),
      );
    }
    // A list that needs less leaves more to the summary.
    const listed = Math.min(Math.max(list.counts.found, 1), Math.max(LEAST_ROWS, rows - 2 - SUMMARY_ROWS));
    const below = rows - 1 - listed - 1;
    if (below < 1) return list.draw({ columns, rows });
    const shown = list.draw({ columns, rows: rows - below - 1 });
    return [...shown, '', ...about(columns, below)];
  }

  function summary(task: Task, width: number, most: number): string[] {
    const { takes, gives } = taskExchange(task);
    // Where there is little room, what it is about comes first.
    const exchange =
      most > SUMMARY_ROWS
        ? [...wrap(`Takes ${takes.join(', ')}; gives ${gives}.`, width).split('\n'), '']
        : [];
    const about = firstLines(task.summary || task.id, width, most - exchange.length, picker.terminal);
    return [...exchange, ...about.map((line) => theme.dim(line))];
  }

  const screen: Screen = {
    commands,
    onKey(key) {
      const isTaken = list.onKey(key);
      if (isTaken) endModelById(picker);
      return isTaken;
    },
    takesText: () => list.typed !== '',
    onBack: list.onBack,
    draw: (room) => ({ lines: draw(room) }),
    onShow() {
      const { task } = session.getSnapshot();
      if (task && list.typed === '') list.choose(task.id);
    },
  };
  return screen;
}
