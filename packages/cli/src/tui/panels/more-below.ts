import { symbolsOf, truncate } from '../../terminal/index.ts';
import type { Picker } from '../app/picker.ts';
import type { Scrolling } from './scrolling.ts';

/** Below this many rows each one is needed. */
const ROOMY = 4;

/** The lines that fit, the last one of them saying how many follow. */
export function moreBelow(
  scroll: Scrolling,
  lines: readonly string[],
  rows: number,
  { terminal, theme }: Pick<Picker, 'terminal' | 'theme'>,
  focus?: number,
): readonly string[] {
  const isCut = lines.length > rows && rows >= ROOMY;
  const shown = scroll.window(lines, isCut ? rows - 1 : rows, focus);
  const below = scroll.below();
  if (!isCut) return shown;
  const { ellipsis } = symbolsOf(terminal);
  const more = below === 0 ? '' : `${ellipsis} ${below} more`;
  return [...shown, theme.dim(truncate(more, terminal.columns, ''))];
}
