import type { Editing } from './editing.ts';
import type { EditAction } from './keymap.ts';
import { columnAt, positionAt, rowAbove, rowBelow, rowOf, rowRange } from './text-document.ts';

/** How a text is shown, for the keys that go by what is seen. */
export interface Sight {
  readonly columns: number;
  readonly rows: number;
}

/** Does what keys mean in a text. */
export interface Performer {
  /** @returns false when nothing came of it: the cursor is at the edge, there is nothing to take back */
  perform(action: EditAction, sight: Sight): boolean;
}

/** Does it in a text that is edited. */
export function createPerformer(editing: Editing): Performer {
  const { document } = editing;
  /** The column that the cursor goes back to in longer rows, while it goes up and down. */
  let goal: { readonly column: number; readonly version: number } | undefined;

  function moveTo(position: ReturnType<Editing['before']>): boolean {
    if (!position) return false;
    editing.moveTo(position);
    return true;
  }

  function byRows(count: number, columns: number): boolean {
    const { cursor } = editing;
    const here = rowOf(document, cursor, columns);
    const { from } = rowRange(document, here, columns);
    const column =
      goal?.version === editing.version
        ? goal.column
        : columnAt(document.line(cursor.line), from, cursor.offset, columns);
    let place = here;
    for (let step = 0; step < Math.abs(count); step += 1)
      place = (count < 0 ? rowAbove : rowBelow)(document, place, columns) ?? place;
    if (place === here) return false;
    editing.moveTo(positionAt(document, place, column, columns));
    goal = { column, version: editing.version };
    return true;
  }

  const inLine = (offset: number) => ({ line: editing.cursor.line, offset });
  const lineEnd = () => inLine(document.line(editing.cursor.line).length);

  /** The row's edge; the line's where the cursor stands there already. */
  function toRowEdge(side: 'start' | 'end', columns: number): boolean {
    const { cursor } = editing;
    const here = rowOf(document, cursor, columns);
    const { from } = rowRange(document, here, columns);
    const edge =
      side === 'start' ? inLine(from) : positionAt(document, here, Number.POSITIVE_INFINITY, columns);
    if (edge.offset !== cursor.offset) return moveTo(edge);
    return moveTo(side === 'start' ? inLine(0) : lineEnd());
  }

  function erase(position: ReturnType<Editing['before']>, kind?: 'other'): boolean {
    editing.eraseTo(position, kind);
    return true;
  }

  const performers: Readonly<Record<EditAction, (sight: Sight) => boolean>> = {
    left: () => moveTo(editing.before()),
    right: () => moveTo(editing.after()),
    up: ({ columns }) => byRows(-1, columns),
    down: ({ columns }) => byRows(1, columns),
    'page-up': ({ columns, rows }) => byRows(-Math.max(1, rows - 1), columns),
    'page-down': ({ columns, rows }) => byRows(Math.max(1, rows - 1), columns),
    'word-left': () => moveTo(editing.wordBefore()),
    'word-right': () => moveTo(editing.wordAfter()),
    'row-start': ({ columns }) => toRowEdge('start', columns),
    'row-end': ({ columns }) => toRowEdge('end', columns),
    'line-start': () => moveTo(inLine(0)),
    'line-end': () => moveTo(lineEnd()),
    'text-start': () => moveTo({ line: 0, offset: 0 }),
    'text-end': () => moveTo(document.end()),
    'erase-left': () => erase(editing.before()),
    'erase-right': () => erase(editing.after()),
    'erase-word-left': () => erase(editing.wordBefore(), 'other'),
    'erase-word-right': () => erase(editing.wordAfter(), 'other'),
    'erase-line-start': () => erase(inLine(0), 'other'),
    'erase-line-end': () => {
      const end = lineEnd();
      return erase(end.offset === editing.cursor.offset ? editing.after() : end, 'other');
    },
    newline: () => {
      editing.insert('\n');
      return true;
    },
    undo: () => editing.undo(),
    redo: () => editing.redo(),
  };

  return { perform: (action, sight) => performers[action](sight) };
}
