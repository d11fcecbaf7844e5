import {
  aboutFreeParameter,
  aboutOtherParameters,
  parameterLimits,
  type ParameterRow,
  type ParameterSpec,
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
  if (row === OTHER) return paragraph(aboutOtherParameters(specs.length), columns, theme.dim);
  if (!row.spec) return paragraph(aboutFreeParameter(specs, row.name), columns, theme.dim);
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
