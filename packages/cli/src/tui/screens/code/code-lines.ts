import wrapAnsi from 'wrap-ansi';
import type { CodePiece } from '@tryout/engine';
import { highlighter } from '../../../terminal/highlight.ts';
import type { Picker } from '../../app/picker.ts';

const TAB_WIDTH = 4;

/** Code as coloured lines of a width. What is longer goes on below a mark that no code has; copying gives the text itself. */
export function codeLines(
  { code, grammar }: CodePiece,
  columns: number,
  { terminal, theme }: Pick<Picker, 'terminal' | 'theme'>,
): readonly string[] {
  const mark = theme.dim(terminal.unicode ? '↳ ' : '\\ ');
  const text = code.trimEnd().replaceAll('\t', ' '.repeat(TAB_WIDTH));
  const coloured = terminal.colours === 'none' ? text : highlighter(terminal)(text, grammar);
  const room = Math.max(1, columns - 2);
  return coloured.split('\n').flatMap((line) => {
    const whole = wrapAnsi(line, columns, { hard: true, trim: false, wordWrap: false });
    if (!whole.includes('\n')) return [line];
    return wrapAnsi(line, room, { hard: true, trim: false, wordWrap: false })
      .split('\n')
      .map((part, index) => (index === 0 ? part : mark + part));
  });
}
