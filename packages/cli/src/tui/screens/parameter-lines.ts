import {
  freeParameterNote,
  otherParameterHint,
  parameterLimits,
  type ParameterRow,
  type ParameterSpec,
  visibleLine,
} from '@tryout/engine';
import { truncate, widthOf, type Theme } from '../../terminal/index.ts';
import { paragraph } from '../components/text.tsx';

/** The row to add other parameters. */
export const OTHER: ParameterRow = { name: 'name=value' };

/** What a parameter accepts and does. */
export function descriptionLines(
  row: ParameterRow,
  specs: readonly ParameterSpec[],
  columns: number,
  theme: Theme,
): readonly string[] {
  if (row === OTHER) return paragraph(otherParameterHint(specs.length), columns, theme.dim);
  if (!row.spec) return paragraph(freeParameterNote(specs, row.name), columns, theme.dim);
  return [
    ...paragraph(`${row.name}: ${parameterLimits(row.spec)}`, columns),
    ...paragraph(row.spec.description, columns, theme.dim),
  ];
}

/** Truncates a name at its start, since names often share a prefix. */
export function endOf(name: string, width: number, mark: string): string {
  if (widthOf(name) <= width) return name;
  let kept = name;
  while (kept !== '' && widthOf(kept) + widthOf(mark) > width) kept = kept.slice(1);
  return kept === '' ? truncate(name, width, '') : mark + kept;
}

/** The maximum share of the height for a description. */
const DESCRIPTION_SHARE = 0.4;
/** Minimum height for an empty line above the description. */
const ROOMY = 8;

/** Rows for the list, and for the gap between it and the description. */
export function rowLayout(
  height: number,
  longestDescription: number,
): { readonly gap: number; readonly room: number } {
  const gap = height >= ROOMY ? 1 : 0;
  const below = Math.min(longestDescription, Math.max(1, Math.floor((height - gap) * DESCRIPTION_SHARE)));
  return { gap, room: Math.max(1, height - below - gap) };
}

/** Cells before and after a name. */
const PREFIX = 4;
export const GAP = 2;
const MIN_NAME_SHARE = 0.45;
const MIN_VALUE_WIDTH = 12;

/** Cells for names and values. @param extra cells reserved between them */
export function columnLayout(
  rows: readonly ParameterRow[],
  columns: number,
  extra: number,
): { readonly nameWidth: number; readonly valueWidth: number } {
  const widest = Math.max(...rows.map(({ name }) => widthOf(visibleLine(name))));
  const maxName = Math.max(Math.floor(columns * MIN_NAME_SHARE), columns - PREFIX - GAP - MIN_VALUE_WIDTH);
  const nameWidth = Math.min(widest, maxName);
  return { nameWidth, valueWidth: Math.max(1, columns - PREFIX - nameWidth - GAP - extra) };
}
