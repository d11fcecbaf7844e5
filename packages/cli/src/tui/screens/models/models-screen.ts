import { idOf, isTyped, typedModel, visibleLine, type ModelChoice } from '@tryout/engine';
import { symbolsOf, truncate } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import type { Size } from '../../display/size.ts';
import { createPickList } from '../../list/pick-list.ts';
import type { Screen } from '../screen.ts';
import { entrance } from './entrance.ts';
import { incompleteLines, listMessage } from './list-message.ts';
import { modelDetails } from './model-details.ts';
import { modelAside, modelInWords } from './model-row.ts';
import { modelsCommands } from './models-commands.ts';
import { questionLines } from './question-lines.ts';

/** Lines that the list keeps, whatever there is to tell below it. */
const LEAST_ROWS = 3;
/** Lines of a screen from which on the details of the chosen model are shown. */
const ROOM_FOR_DETAILS = 6;
/** And from which on they may be long. */
const ROOM_FOR_MORE = 12;

/** The models of the chosen task: the first page as soon as it comes, more when they come. */
export function modelsScreen(picker: Picker): Screen {
  const { session, theme } = picker;
  const door = entrance(
    picker,
    () => picker.screens.at(-1) === screen,
    () => list.retire(),
  );
  const list = createPickList<ModelChoice>({
    picker,
    noun: 'model',
    placeholder: () => 'Select a model',
    keyOf: idOf,
    nameOf: (choice) => (isTyped(choice) ? `Use ${choice.typedId}` : choice.name),
    typedItem: (typed) => typedModel(picker.hubUrl, typed, session.getSnapshot().models.models),
    aside: (columns) => modelAside(theme, columns),
    inWords: modelInWords,
    onChoose: door.choose,
  });
  const follow = () => {
    const state = session.getSnapshot();
    list.setItems(state.models.models);
    return state;
  };

  /** Enter was pressed before the first models came. */
  let isAwaited = false;
  const chooseFirst = () => {
    if (!isAwaited) return;
    const { models } = follow();
    const { chosen } = list;
    if (chosen === undefined && models.status === 'loading') return;
    isAwaited = false;
    if (chosen !== undefined && picker.screens.at(-1) === screen) door.choose(chosen);
  };
  const unsubscribe = session.subscribe(() => {
    if (isAwaited) queueMicrotask(chooseFirst);
  });

  function below({ columns: width, rows }: Size): string[] {
    const { typed, counts } = list;
    const state = session.getSnapshot();
    const told = listMessage(state, { typed, found: counts.found }, theme, width);
    const { chosen } = list;
    const isAbout = told.length === 0 && chosen !== undefined && !picker.isRead;
    // Filter, headings, and an empty line.
    const left = rows - counts.found - 3;
    const most = Math.max(rows < ROOM_FOR_MORE ? 1 : 3, left);
    const about = isAbout ? modelDetails(picker, chosen, width, most).map((line) => theme.dim(line)) : [];
    return [...told, ...about, ...incompleteLines(state, width)];
  }

  function draw({ columns, rows }: Size): readonly string[] {
    const { models } = follow();
    const { search, provider, status } = models;
    const isFound = search !== undefined && (models.models.length > 0 || status === 'loading');
    const head = isFound ? [searchLine(search, status === 'loading', columns)] : [];
    const notes = [
      provider !== undefined && 'only served',
      status === 'loading' && models.models.length > 0 && 'loading more',
    ];
    const note = notes.filter(Boolean).join(symbolsOf(picker.terminal).separator);
    if (door.question) {
      const least = rows > 2 * LEAST_ROWS + head.length ? LEAST_ROWS + head.length : 0;
      const asked = questionLines(door.question, theme, columns, rows - least);
      const room = rows - head.length - asked.length - 1;
      return room > 1 ? [...head, ...list.draw({ columns, rows: room }, note), '', ...asked] : asked;
    }
    const isAsking = list.counts.found === 0 || models.status === 'failed';
    // What the filter and the models that were found leave.
    const left = rows - head.length - 1 - list.counts.found;
    const most = rows >= ROOM_FOR_DETAILS || isAsking ? rows - head.length - LEAST_ROWS : left;
    const told = below({ columns, rows }).slice(0, Math.max(0, most));
    const isRoomy = rows - head.length - told.length > 2 * LEAST_ROWS || left > told.length + 1;
    const gap = told.length > 0 && isRoomy ? [''] : [];
    const room = rows - head.length - told.length - gap.length;
    return [...head, ...list.draw({ columns, rows: room }, note), ...gap, ...told];
  }

  function searchLine(search: string, isLooking: boolean, columns: number): string {
    const { ellipsis } = symbolsOf(picker.terminal);
    const what = isLooking ? 'Searching the Hub for' : 'Found on the Hub:';
    return theme.accent(truncate(`${what} '${visibleLine(search)}'. Esc: the whole list`, columns, ellipsis));
  }

  const screen: Screen = {
    crumb: () => session.getSnapshot().task?.label ?? 'models',
    commands() {
      follow();
      return modelsCommands(picker, list, door, () => {
        isAwaited = true;
      });
    },
    onKey(key) {
      follow();
      const isTaken = list.onKey(key);
      if (isTaken) {
        isAwaited = false;
        door.dismiss();
      }
      return isTaken;
    },
    takesText: () => list.typed !== '',
    onBack() {
      if (door.dismiss() || list.onBack()) return true;
      const { search, provider } = session.getSnapshot().models;
      if (search === undefined) return false;
      session.listModels(provider === undefined ? {} : { provider });
      return true;
    },
    draw: (room) => ({ lines: draw(room) }),
    onShow() {
      door.dismiss();
      const { models, model } = follow();
      if (models.status === 'idle') session.listModels();
      if (model !== undefined && list.typed === '') list.choose(model);
    },
    onLeave() {
      isAwaited = false;
      unsubscribe();
      door.dismiss();
    },
  };
  return screen;
}
