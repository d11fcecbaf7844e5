import { visibleLine, type OneLineField } from '@tryout/engine';
import type { ReactNode } from 'react';
import { truncate } from '../../terminal/index.ts';
import { Lines } from '../components/lines.tsx';
import { TextLine } from '../components/text-line.tsx';
import { useKeys } from '../hooks/use-keys.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import type { Key } from '../../terminal/keyboard/key.ts';

const NONE = 'not set';
/** Cells below which a value is shown without arrows beside it. */
const ARROWED = 10;

interface ValueLineProps {
  readonly field: OneLineField & { readonly default?: number };
  /** The value as it would be typed on a command line; empty where nothing is given. */
  readonly text: string;
  onChange(text: string): void;
  /** Cells for the value. */
  readonly width: number;
  /** Stands before the value, styled. */
  readonly label: string;
  readonly isFocused: boolean;
}

/** A value on one line: typed, or chosen from a few. */
export function ValueLine(props: ValueLineProps): ReactNode {
  const { field, text, isFocused, width } = props;
  const options = optionsOf(field);
  if (options) return <Choice {...props} options={options} />;
  const ownDefault = field.default === undefined ? undefined : `default ${field.default}`;
  // Empty values all say the same; only the one that is typed into has to tell what it takes.
  const placeholder = isFocused ? (ownDefault ?? placeholders[field.kind]) : (ownDefault ?? '');
  return (
    <TextLine
      value={text}
      onChange={props.onChange}
      width={width}
      label={props.label}
      placeholder={truncate(placeholder, width - 2)}
      isFocused={isFocused}
    />
  );
}

/** The values that a field is chosen from; undefined where its value is typed. */
export function optionsOf(field: OneLineField): readonly string[] | undefined {
  if (field.kind === 'boolean') return ['true', 'false'];
  return field.kind === 'choice' ? field.options.map(({ value }) => value) : undefined;
}

const placeholders: Readonly<Record<OneLineField['kind'], string>> = {
  text: 'text',
  json: 'JSON',
  list: 'first, second',
  number: 'number',
  choice: '',
  boolean: '',
};

/** One of a few values, or none: by arrows, Space, or the letter that a value begins with. */
function Choice({
  options,
  text,
  onChange,
  width,
  label,
  isFocused,
}: ValueLineProps & { readonly options: readonly string[] }): ReactNode {
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
  const hasArrows = isFocused && width >= ARROWED;
  const shown = truncate(text === '' ? NONE : visibleLine(text), Math.max(1, width - (hasArrows ? 4 : 0)));
  const value = text === '' ? theme.dim(shown) : shown;
  return (
    <Lines lines={[label + (hasArrows ? `${theme.accent('<')} ${value} ${theme.accent('>')}` : value)]} />
  );
}

/** What a key chooses, empty for none; undefined where it means nothing. */
function chosenBy({ name, text: typed }: Key, options: readonly string[], text: string): string | undefined {
  const all = ['', ...options];
  // A value that is none of them came from elsewhere.
  const now = Math.max(0, all.indexOf(text));
  if (name === 'right' || name === 'space') return all[(now + 1) % all.length];
  if (name === 'left') return all[(now - 1 + all.length) % all.length];
  if (name === 'backspace' || name === 'delete') return '';
  if (typed === '') return undefined;
  const fitting = options.filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()));
  return fitting[(fitting.indexOf(text) + 1) % fitting.length];
}
