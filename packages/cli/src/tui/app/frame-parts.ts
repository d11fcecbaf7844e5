import type { ReactNode } from 'react';
import { visibleLine } from '@tryout/engine';
import { symbolsOf, truncate } from '../../terminal/index.ts';
import type { PlacedPicture } from '../display/placed-picture.ts';
import { keyLine } from './key-line.ts';
import { layoutFor, SMALLEST } from './layout.ts';
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
  /** Stands below the body's lines, drawn by Ink. */
  readonly element?: ReactNode;
  readonly bottom: readonly string[];
  /** With places on the screen. */
  readonly pictures: readonly PlacedPicture[];
}

/** Draws the screen that lies on top, with what stands around every screen. */
export function framePartsOf(picker: Picker, notice: Notice | undefined): FrameParts {
  const { terminal, theme, isRead } = picker;
  const { columns, rows } = terminal;
  if (columns < SMALLEST.columns || rows < SMALLEST.rows)
    return { columns, rows, top: tooSmall(picker), body: [], bodyRows: 0, bottom: [], pictures: [] };
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
    ...(drawing.element === undefined ? {} : { element: drawing.element }),
    bottom: isRead ? bottom.filter((text) => text !== '') : bottom,
    pictures: (drawing.pictures ?? []).map((picture) => ({ ...picture, row: picture.row + bodyTop })),
  };
}

/** A frame without an element as its lines, as many as the screen has. */
export function linesOf({ top, body, bodyRows, bottom }: FrameParts): readonly string[] {
  const empty = Array.from({ length: bodyRows - body.length }, () => '');
  return [...top, ...body, ...empty, ...bottom];
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
