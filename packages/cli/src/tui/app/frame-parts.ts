import { visibleLine } from '@tryout/engine';
import { symbolsOf, truncate } from '../../terminal/index.ts';
import type { PlacedPicture } from '../display/placed-picture.ts';
import { keyLine } from './key-line.ts';
import { layoutFor, SMALLEST } from './layout.ts';
import { linesOfPart, rowsOfPart, type InkPart } from '../screens/ink-part.ts';
import type { Notice } from './notices.ts';
import { pathLine } from './path-line.ts';
import type { Picker } from './picker.ts';

/** The whole screen from top to bottom: path, the top screen, notice, keys. */
export interface FrameParts {
  readonly columns: number;
  readonly rows: number;
  readonly top: readonly string[];
  readonly body: readonly string[];
  /** How many lines the body has, filled or not. */
  readonly bodyRows: number;
  /** Stands below the body's lines, drawn by a component of Ink. */
  readonly part?: InkPart;
  /** The body's lines below that. */
  readonly after: readonly string[];
  readonly bottom: readonly string[];
  /** With places on the screen. */
  readonly pictures: readonly PlacedPicture[];
}

/** Draws the screen that lies on top, with what stands around every screen. */
export function framePartsOf(picker: Picker, notice: Notice | undefined): FrameParts {
  const { terminal, theme, isRead } = picker;
  const { columns, rows } = terminal;
  if (columns < SMALLEST.columns || rows < SMALLEST.rows)
    return {
      columns,
      rows,
      top: tooSmall(picker),
      body: [],
      after: [],
      bodyRows: 0,
      bottom: [],
      pictures: [],
    };
  const { hasRule, hasNotice, bodyTop, body } = layoutFor(terminal);
  const drawing = picker.screens.at(-1)?.draw(body) ?? { lines: [] };
  const told = noticeLine(picker, notice);
  // Lines across and empty ones mean nothing to who listens.
  const line = hasRule && !isRead ? [theme.dim(theme.rule.repeat(columns))] : [];
  const lines = drawing.lines.slice(0, body.rows);
  const bottom = hasNotice ? [told, keyLine(picker)] : [told || keyLine(picker)];
  return {
    columns,
    rows,
    top: [pathLine(picker), ...line],
    body: isRead ? lines.filter((text) => text.trim() !== '') : lines,
    bodyRows: body.rows,
    ...(drawing.part === undefined ? {} : { part: drawing.part }),
    after: (drawing.after ?? []).slice(0, Math.max(0, body.rows - lines.length - rowsOfPart(drawing.part))),
    bottom: isRead ? bottom.filter((text) => text !== '') : bottom,
    pictures: (drawing.pictures ?? []).map((picture) => ({ ...picture, row: picture.row + bodyTop })),
  };
}

/** A frame as its lines, as many as the screen has: what Ink would draw. */
export function linesOf({
  columns,
  top,
  body,
  part,
  after,
  bodyRows,
  bottom,
}: FrameParts): readonly string[] {
  const all = [...body, ...(part ? linesOfPart(part, columns) : []), ...after].slice(0, bodyRows);
  const empty = Array.from({ length: bodyRows - all.length }, () => '');
  return [...top, ...all, ...empty, ...bottom];
}

function tooSmall({ terminal }: Picker): readonly string[] {
  const wanted = `${SMALLEST.columns} ${symbolsOf(terminal).times} ${SMALLEST.rows}`;
  return ['Too small here:', `make it ${wanted}`, 'or larger.']
    .slice(0, terminal.rows)
    .map((line) => truncate(line, terminal.columns, ''));
}

function noticeLine({ terminal, theme }: Picker, notice: Notice | undefined): string {
  if (!notice) return '';
  const text = truncate(visibleLine(notice.text), terminal.columns, symbolsOf(terminal).ellipsis);
  if (notice.tone === 'plain') return text;
  return theme[notice.tone](text);
}
