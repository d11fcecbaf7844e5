import type { CodePlace, CodeTab } from '@tryout/engine';
import { symbolsOf, widthOf } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';

interface Tile {
  readonly text: string;
  readonly isChosen: boolean;
  readonly isLacking?: boolean;
}

/** The languages, and the clients of the chosen one; two lines. */
export function tabLines(
  tabs: readonly CodeTab[],
  place: CodePlace,
  columns: number,
  picker: Picker,
): readonly string[] {
  const languages = tabs.map(({ label }, index) => ({
    text: `${index + 1} ${label}`,
    isChosen: index === place.tab,
  }));
  const clients = (tabs[place.tab]?.entries ?? []).map(({ label, piece }, index) => ({
    text: label,
    isChosen: index === place.entry,
    isLacking: piece === undefined,
  }));
  return [row(languages, columns, picker), row(clients, columns, picker)];
}

/** Tiles in a row; where they do not fit, those before the chosen one go first. */
function row(tiles: readonly Tile[], columns: number, { theme, terminal, isRead }: Picker): string {
  const gap = '  ';
  const { ellipsis } = symbolsOf(terminal);
  const mark = (tile: Tile) => (tile.isChosen ? `[${tile.text}]` : ` ${tile.text} `);
  const chosen = tiles.findIndex(({ isChosen }) => isChosen);
  let from = 0;
  const widthFrom = (start: number, end: number) =>
    tiles.slice(start, end).reduce((sum, tile) => sum + widthOf(mark(tile) + gap), 0) - gap.length;
  while (from < chosen && widthFrom(from, chosen + 1) + (from > 0 ? 4 : 0) > columns) from += 1;
  let line = from > 0 ? theme.dim(`${ellipsis} `) : '';
  let used = from > 0 ? ellipsis.length + 1 : 0;
  for (const [index, tile] of tiles.entries()) {
    if (index < from) continue;
    const text = mark(tile) + (isRead && tile.isChosen ? ' (chosen)' : '');
    const width = widthOf(text) + (index > from ? gap.length : 0);
    if (used + width > columns && index > from) break;
    line += (index > from ? gap : '') + styled(text, tile, theme);
    used += width;
  }
  return line;
}

function styled(text: string, { isChosen, isLacking }: Tile, theme: Picker['theme']): string {
  if (isChosen) return theme.accent(text);
  return isLacking ? theme.dim(text) : text;
}
