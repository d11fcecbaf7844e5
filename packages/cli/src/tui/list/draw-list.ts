import { count as inThousands, matchesIn } from '@tryout/engine';
import { pad, symbolsOf, truncate, widthOf } from '../../terminal/index.ts';
import type { Picker } from '../app/picker.ts';
import type { Size } from '../display/size.ts';
import { paragraph } from '../panels/paragraph.ts';
import type { Editor } from '../text-editing/editor.ts';
import type { Choices } from './choices.ts';
import { emphasise } from './emphasise.ts';
import { windowTop } from './window.ts';

/** What stands beside the names, always as wide. */
export interface Aside<Item> {
  /** Cells. */
  readonly width: number;
  /** Over the columns; styled by the list. */
  readonly heading?: string;
  /** Styled. */
  of(item: Item): string;
}

/** How a list looks. */
export interface ListLook<Item> {
  /** What one of those listed is called, for the count: `model`. */
  readonly noun: string;
  /** What stands in the filter while nothing is typed. */
  placeholder(): string;
  /** @param columns cells that a row has, for the name too */
  aside?(columns: number): Aside<Item> | undefined;
  /** All of a row in words, for a screen reader; by default its name. */
  inWords?(item: Item): string;
}

interface ListParts<Item> {
  readonly picker: Picker;
  readonly editor: Editor;
  readonly choices: Choices<Item>;
  readonly look: ListLook<Item>;
  /** Where the window stands, from one drawing to the next. */
  readonly page: { rows: number; top: number };
  /** Whether what was typed has served, so that a letter would take its place. */
  readonly isRetired: boolean;
}

/** Rows that a screen reader reads each time. */
const READ_ROWS = 3;
const LABEL = 'Filter: ';
/** From this many lines on the columns have headings. */
const ROOM_FOR_HEADING = 6;

/** The filter, then the rows around the chosen one: only those are made. */
export function drawList<Item>(parts: ListParts<Item>, room: Size, note: string): readonly string[] {
  const { picker, choices, look, page } = parts;
  const first = filterLine(parts, room, note);
  if (picker.isRead) return [first, ...readLines(parts)];
  const { margin } = picker.theme;
  const columns = room.columns - margin.length;
  const aside = look.aside?.(columns);
  const nameWidth = Math.max(1, Math.min(choices.longest, aside ? columns - aside.width - 1 : columns));
  const heading =
    aside?.heading !== undefined && room.rows >= ROOM_FOR_HEADING && choices.size > 0
      ? [picker.theme.dim(margin + ' '.repeat(nameWidth + 1) + aside.heading)]
      : [];
  page.rows = Math.max(1, room.rows - 1 - heading.length);
  page.top = windowTop(page.top, choices.position, page.rows, choices.size);
  const shown = Math.min(page.rows, choices.size - page.top);
  const names = Array.from({ length: Math.max(0, shown) }, (_, index) => choices.nameAt(page.top + index));
  const matches = matchesIn(names, parts.editor.text);
  const rows = names.map((name, index) =>
    row(parts, { at: page.top + index, name, matches: matches[index]! }, aside, aside ? nameWidth : columns),
  );
  return [first, ...heading, ...rows];
}

interface ShownRow {
  readonly at: number;
  readonly name: string;
  readonly matches: readonly number[];
}

function row<Item>(
  { picker, choices }: ListParts<Item>,
  { at, name, matches }: ShownRow,
  aside: Aside<Item> | undefined,
  width: number,
) {
  const { theme, terminal } = picker;
  const isChosen = at === choices.position;
  const isOwn = at >= choices.found;
  const room = isOwn ? terminal.columns - theme.margin.length : width;
  const shown = truncate(name, room, symbolsOf(terminal).ellipsis);
  const plain = isChosen ? theme.accent : undefined;
  const styled = emphasise(shown, matches, { match: theme.match, ...(plain && { plain }) });
  const start = isChosen ? theme.accent(theme.pointer) : theme.margin;
  if (!aside || isOwn) return start + styled;
  return `${start}${pad(styled, width)} ${aside.of(choices.at(at)!)}`;
}

function filterLine<Item>(
  { picker, editor, choices, look, isRetired }: ListParts<Item>,
  { columns }: Size,
  note: string,
) {
  const { found, all } = choices;
  const amount = editor.text === '' ? inThousands(all) : `${inThousands(found)} of ${inThousands(all)}`;
  const what = `${amount} ${look.noun}${all === 1 ? '' : 's'}`;
  const full = [what, note].filter(Boolean).join(symbolsOf(picker.terminal).separator);
  const fits = (text: string) => widthOf(text) <= columns - widthOf(LABEL) - 12;
  const count = [full, what, amount].find(fits) ?? '';
  const width = Math.max(1, columns - widthOf(LABEL) - (count === '' ? 0 : widthOf(count) + 1));
  const [box = ''] = editor.draw(
    { columns: width, rows: 1 },
    { isFocused: true, placeholder: look.placeholder() },
  );
  const { theme } = picker;
  const typed = isRetired ? theme.dim(box) : box;
  return `${theme.dim(LABEL)}${count === '' ? typed : `${pad(typed, width)} ${theme.dim(count)}`}`;
}

/** The chosen row in words, and what follows it. */
function readLines<Item>({ picker, choices, look }: ListParts<Item>): string[] {
  const chosen = choices.at(choices.position);
  if (chosen === undefined) return [];
  const words = look.inWords?.(chosen) ?? choices.nameAt(choices.position);
  const next = Array.from({ length: READ_ROWS }, (_, index) => choices.position + 1 + index).filter(
    (at) => at < choices.size,
  );
  const { columns } = picker.terminal;
  return [
    ...paragraph(`Chosen, ${choices.position + 1} of ${choices.size}: ${words}`, columns),
    ...next.map((at) =>
      truncate(`Next: ${choices.nameAt(at)}`, columns, symbolsOf(picker.terminal).ellipsis),
    ),
  ];
}
