import { visibleLine } from '@tryout/engine';
import { pad, symbolsOf, truncate, widthOf } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import type { ValueInput } from '../../fields/value/value-input.ts';

/** A row of the panel as it is drawn. */
export interface DrawnRow {
  readonly name: string;
  readonly input: ValueInput;
  readonly isGiven: boolean;
  readonly isWrong: boolean;
}

const GAP = 2;
/** The part of the width that names may take in any case, and the cells that values need to be told by. */
const NAMES = 0.45;
const VALUES = 12;

/** Names beside their values; what is given is marked. */
export function parameterLines(
  rows: readonly DrawnRow[],
  chosen: number,
  columns: number,
  { theme, terminal, isRead }: Picker,
): readonly string[] {
  const widest = Math.max(...rows.map(({ name }) => widthOf(visibleLine(name))), 0);
  const nameWidth = Math.min(widest, Math.max(Math.floor(columns * NAMES), columns - 4 - GAP - VALUES));
  const mark = terminal.unicode ? '• ' : '* ';
  return rows.map(({ name, input, isGiven, isWrong }, index) => {
    const isChosen = index === chosen;
    const pointer = isChosen ? theme.accent(theme.pointer) : '  ';
    const state = isWrong ? theme.error('! ') : isGiven ? theme.accent(mark) : '  ';
    const label = pad(tail(visibleLine(name), nameWidth, symbolsOf(terminal).ellipsis), nameWidth + GAP);
    const room = Math.max(1, columns - 4 - nameWidth - GAP);
    const words = isRead && isGiven ? ' (given)' : '';
    return pointer + state + (isChosen ? theme.accent(label) : label) + input.draw(room, isChosen) + words;
  });
}

/** The end of a name tells more than its beginning, which others share. */
function tail(name: string, width: number, mark: string): string {
  if (widthOf(name) <= width) return name;
  let kept = name;
  while (kept !== '' && widthOf(kept) + widthOf(mark) > width) kept = kept.slice(1);
  return kept === '' ? truncate(name, width, '') : mark + kept;
}
