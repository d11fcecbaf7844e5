import { count, visibleLine } from '@tryout/engine';
import { symbolsOf, truncate } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import type { Size } from '../../display/size.ts';
import type { Suggestions } from './completion.ts';
import type { Match } from './path/matches.ts';

/** A short list of entries around the chosen one: folders end with a slash, files that hardly fit are dim. */
export function suggestionLines(
  { terminal, theme, isRead }: Picker,
  { best, count: all, chosen, remark }: Suggestions,
  { columns, rows }: Size,
): string[] {
  const { ellipsis } = symbolsOf(terminal);
  const dim = (text: string) => theme.dim(truncate(visibleLine(text), columns, ellipsis));
  if (remark !== undefined && best.length === 0) return [dim(remark)];
  const shown = all <= rows ? rows : Math.max(1, rows - 1);
  const first = Math.max(0, Math.min(chosen - (shown >> 1), best.length - shown));
  const width = columns - theme.margin.length;
  const line = (match: Match, index: number) => {
    const name = truncate(visibleLine(match.name) + (match.isFolder ? '/' : ''), width, ellipsis);
    const isChosen = first + index === chosen;
    const lead = isChosen ? (isRead ? '> ' : theme.pointer) : theme.margin;
    if (isChosen) return theme.accent(lead + name);
    if (match.isFolder) return lead + name;
    return lead + (match.fits ? theme.title(name) : theme.dim(name));
  };
  const lines = best.slice(first, first + shown).map(line);
  const left = all - lines.length;
  return left > 0 ? [...lines, dim(`${theme.margin}${count(left)} more`)] : lines;
}
