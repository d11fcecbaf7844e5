import {
  aboutFreeParameter,
  aboutOtherParameters,
  parameterLimits,
  visibleLine,
  type ParameterRow,
  type ParameterSpec,
} from '@tryout/engine';
import type { ReactNode } from 'react';
import { pad, symbolsOf, truncate, widthOf, type Terminal } from '../../terminal/index.ts';
import type { Theme } from '../../terminal/theme.ts';
import { paragraph } from '../components/paragraph.ts';
import { TextLine } from '../components/text-line.tsx';
import { command } from '../hooks/use-keys.ts';
import { useTerminal } from '../hooks/use-terminal.ts';

const FILTER = 'Filter: ';
/** The mark of a given parameter in words. */
const GIVEN = '(given) ';
const GAP = 2;
/** The part of the width that names may take in any case, and the cells that values need to be told by. */
const NAMES = 0.45;
const VALUES = 12;

/** Whether a name has what was typed in it, or parts that begin with its words: `top p`, `pres pen`. */
export function isFound(name: string, typed: string): boolean {
  const lower = name.toLowerCase();
  const parts = lower.split(/[_.]/);
  const words = typed
    .trim()
    .toLowerCase()
    .split(/[\s_.]+/);
  return (
    lower.includes(words.join('_')) || words.every((word) => parts.some((part) => part.startsWith(word)))
  );
}

interface FilterLineProps {
  readonly text: string;
  readonly isFocused: boolean;
  onChange(text: string): void;
  /** Goes on to what was found. */
  onDone(): void;
  onClose(): void;
}

/** What parameters are looked for by, above them (C17). */
export function FilterLine({ text, isFocused, onChange, onDone, onClose }: FilterLineProps): ReactNode {
  const { theme, body } = useTerminal();
  const lead = isFocused ? theme.accent(theme.pointer) : theme.margin;
  return (
    <TextLine
      value={text}
      onChange={onChange}
      width={body.columns - theme.margin.length - FILTER.length}
      label={lead + FILTER}
      placeholder={isFocused ? 'part of a name' : ''}
      isFocused={isFocused}
      commands={[
        command('enter down tab', 'go to it', 'To the parameters found', onDone),
        command('escape', 'all', 'All parameters again', onClose),
      ]}
    />
  );
}

/** What is known of a parameter, or of the row for others. */
export function aboutLines(
  row: ParameterRow | undefined,
  specs: readonly ParameterSpec[],
  columns: number,
  theme: Theme,
): readonly string[] {
  if (!row) return paragraph(aboutOtherParameters(specs.length), columns, theme.dim);
  if (row.spec) return aboutSpec(row.spec, columns, theme);
  return paragraph(aboutFreeParameter(specs, row.name), columns, theme.dim);
}

/** What a parameter takes and does. */
export function aboutSpec(spec: ParameterSpec, columns: number, theme: Theme): readonly string[] {
  return [
    ...paragraph(`${spec.name}: ${parameterLimits(spec)}`, columns),
    ...paragraph(spec.description, columns, theme.dim),
  ];
}

interface Look {
  readonly terminal: Terminal;
  readonly theme: Theme;
}

/** The first lines, the last of which shows where there are more. */
export function cut(
  lines: readonly string[],
  most: number,
  columns: number,
  { terminal, theme }: Look,
): readonly string[] {
  if (lines.length <= most) return lines;
  const { ellipsis } = symbolsOf(terminal);
  const last = truncate(lines[most - 1] ?? '', columns - widthOf(ellipsis), '');
  return [...lines.slice(0, most - 1), last + theme.dim(ellipsis)];
}

/** Cells for the names of parameters. */
export function nameWidthOf(names: readonly string[], columns: number): number {
  const widest = Math.max(...names.map((name) => widthOf(visibleLine(name))));
  return Math.min(widest, Math.max(Math.floor(columns * NAMES), columns - 4 - GAP - VALUES));
}

/** Cells for their values. */
export function valueWidthOf(nameWidth: number, columns: number, isRead: boolean): number {
  return Math.max(1, columns - 4 - nameWidth - GAP - (isRead ? GIVEN.length : 0));
}

/** A name before its value; what is given is marked. */
export function labelOf(
  name: string,
  width: number,
  row: Readonly<Record<'isChosen' | 'isGiven' | 'isWrong' | 'isRead', boolean>>,
  { terminal, theme }: Look,
): string {
  const given = theme.accent(terminal.unicode ? '• ' : '* ');
  const mark = row.isWrong ? theme.error('! ') : row.isGiven ? given : '  ';
  const label = pad(tail(visibleLine(name), width, symbolsOf(terminal).ellipsis), width + GAP);
  const pointer = row.isChosen ? theme.accent(theme.pointer) : '  ';
  const words = row.isRead && row.isGiven ? GIVEN : '';
  return pointer + mark + (row.isChosen ? theme.accent(label) : label) + words;
}

/** The end of a name tells more than its beginning, which others share. */
function tail(name: string, width: number, mark: string): string {
  if (widthOf(name) <= width) return name;
  let kept = name;
  while (kept !== '' && widthOf(kept) + widthOf(mark) > width) kept = kept.slice(1);
  return kept === '' ? truncate(name, width, '') : mark + kept;
}
