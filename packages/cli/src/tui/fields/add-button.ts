import { visibleLine } from '@tryout/engine';
import { symbolsOf, truncate } from '../../terminal/index.ts';
import type { Picker } from '../app/picker.ts';
import { withCursor } from '../display/cursor-mark.ts';
import { marginOf } from './labelled.ts';

/** The button below a list; with the keyboard the cursor stands on it. */
export function addButton(
  { theme, terminal }: Pick<Picker, 'theme' | 'terminal'>,
  label: string,
  columns: number,
  isFocused: boolean,
): string {
  const margin = marginOf(theme);
  const name = truncate(visibleLine(label), columns - margin - 2, symbolsOf(terminal).ellipsis);
  if (!isFocused) return `${' '.repeat(margin)}${theme.dim(`+ ${name}`)}`;
  return `${theme.accent(theme.pointer)}${withCursor('+')} ${theme.accent(name)}`;
}
