import { visibleLine } from '@tryout/engine';
import { symbolsOf, truncate } from '../../terminal/index.ts';
import type { Picker } from '../app/picker.ts';

/** A box's label above its lines, which stand behind a margin; the pointer shows where the keyboard is. */
export function labelled(
  { theme, terminal }: Pick<Picker, 'theme' | 'terminal'>,
  label: string,
  lines: readonly string[],
  { columns, isFocused }: { readonly columns: number; readonly isFocused: boolean },
): string[] {
  const name = truncate(visibleLine(label), columns, symbolsOf(terminal).ellipsis);
  const { margin } = theme;
  const lead = isFocused ? theme.accent(theme.pointer) : margin;
  return [
    isFocused ? theme.title(name) : name,
    ...lines.map((line, index) => (index === 0 ? lead : margin) + line),
  ];
}

/** Cells before the lines of a box. */
export function marginOf({ margin }: Pick<Picker['theme'], 'margin'>): number {
  return margin.length;
}

/** Below this height a text has all the rows under its label. */
const SMALL = 6;

/** How many rows of a text are shown: the focused one has the most room, others show their beginning. */
export function textRows(rows: number, isFocused: boolean): number {
  if (!isFocused) return Math.max(1, Math.min(3, rows >> 2));
  return Math.max(1, rows - (rows < SMALL ? 1 : 2));
}
