import { visibleLine, type OneLineKind } from '@tryout/engine';
import type { ReactNode } from 'react';
import { truncate } from '../../terminal/index.ts';
import type { Key } from '../../terminal/keyboard/key.ts';
import { Lines } from './text.tsx';
import { TextLine } from './text-line.tsx';
import { useKeys } from '../hooks/use-keys.ts';
import { useTerminal } from '../hooks/use-picker.ts';

const NOT_SET = 'not set';
const MIN_WIDTH_OF_ARROWS = 10;

const placeholders: Readonly<Partial<Record<OneLineKind['kind'], string>>> = {
  text: 'text',
  json: 'JSON',
  list: 'first, second',
  number: 'number',
};

interface ValueLineProps {
  readonly field: OneLineKind & { readonly default?: number | boolean };
  /** As on the command line; empty for none. */
  readonly text: string;
  onChange(text: string): void;
  readonly width: number;
  /** Styled. */
  readonly label: string;
  readonly isFocused: boolean;
}

/** A one-line value, typed or chosen. */
export function ValueLine({ field, ...props }: ValueLineProps): ReactNode {
  const { isFocused, width } = props;
  const options = optionsOf(field);
  if (options) return <Choice {...props} options={options} />;
  // Only the focused value shows its kind.
  const kind = isFocused ? (placeholders[field.kind] ?? '') : '';
  const placeholder = field.default === undefined ? kind : `default ${field.default}`;
  return <TextLine {...props} value={props.text} placeholder={truncate(placeholder, width - 2)} />;
}

export function optionsOf(field: OneLineKind): readonly string[] | undefined {
  if (field.kind === 'boolean') return ['true', 'false'];
  return field.kind === 'choice' ? field.options.map(({ value }) => value) : undefined;
}

interface ChoiceProps extends Omit<ValueLineProps, 'field'> {
  readonly options: readonly string[];
}

/** An optional choice by arrow keys, Space, or first letter. */
function Choice({ options, text, onChange, width, label, isFocused }: ChoiceProps): ReactNode {
  const { theme } = useTerminal();
  useKeys({
    level: 'field',
    isActive: isFocused,
    onKey(key) {
      const next = chosenBy(key, options, text);
      if (next !== undefined) onChange(next);
      return next !== undefined;
    },
  });
  const hasArrows = isFocused && width >= MIN_WIDTH_OF_ARROWS;
  const room = Math.max(1, width - (hasArrows ? 4 : 0));
  const value = text === '' ? theme.dim(truncate(NOT_SET, room)) : truncate(visibleLine(text), room);
  return (
    <Lines lines={[label + (hasArrows ? `${theme.accent('<')} ${value} ${theme.accent('>')}` : value)]} />
  );
}

function chosenBy({ name, text: typed }: Key, options: readonly string[], text: string): string | undefined {
  const all = ['', ...options];
  const current = Math.max(0, all.indexOf(text));
  if (name === 'right' || name === 'space') return all[(current + 1) % all.length];
  if (name === 'left') return all.at(current - 1);
  if (name === 'backspace' || name === 'delete') return '';
  if (typed === '') return undefined;
  const fitting = options.filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()));
  return fitting[(fitting.indexOf(text) + 1) % fitting.length];
}
