import {
  type Field,
  type FieldValue,
  isFailure,
  limitsOf,
  type OneLineField,
  parseTyped,
  visibleLine,
} from '@tryout/engine';
import { type ReactNode, useState } from 'react';
import { truncate } from '../../terminal/index.ts';
import type { Key } from '../../terminal/keyboard/key.ts';
import { Lines, paragraph } from '../components/text.tsx';
import { TextLine } from '../components/text-line.tsx';
import { useKeys } from '../hooks/use-keys.ts';
import { useTerminal } from '../hooks/use-picker.ts';
import { type FieldProps, Labeled, leadOf } from './field.tsx';

/** Fields that are filled on one line. */
type ValueField = Extract<Field, { kind: 'choice' | 'number' | 'boolean' }>;

/** What was typed; without a value where it is none. */
interface Typed {
  readonly text: string;
  readonly value: FieldValue | undefined;
  readonly fault?: string;
}

/** A value on one line, checked as it is typed; what the field does not take stays, and counts as nothing. */
export function ValueFieldInput(props: FieldProps<ValueField>): ReactNode {
  const { name, value, onChange, focus } = props;
  const field = props.field as OneLineField & ValueField;
  const { theme, body } = useTerminal();
  const [last, setLast] = useState<Typed>({ text: '', value: undefined });
  const isFocused = focus !== undefined;
  // An example or Clear may have changed the value.
  const typed: Typed =
    last.value === value
      ? last
      : { text: value === undefined ? '' : String(value as string | number | boolean), value };
  if (typed !== last) setLast(typed);
  const width = Math.max(1, body.columns - theme.margin.length);
  const about = typed.fault ?? (isFocused ? (field.description ?? limitsOf(field)) : '');
  const style = typed.fault === undefined ? theme.dim : theme.error;
  return (
    <Labeled label={field.label} isFocused={isFocused}>
      <ValueLine
        field={field}
        text={typed.text}
        onChange={(text) => {
          const next = parsed(field, name, text);
          setLast(next);
          onChange(next.value);
        }}
        width={width}
        label={leadOf(theme, isFocused)}
        isFocused={isFocused}
      />
      {about !== '' && <Lines lines={paragraph(about, width, style).map((line) => theme.margin + line)} />}
    </Labeled>
  );
}

function parsed(field: ValueField, name: string, text: string): Typed {
  if (text.trim() === '') return { text, value: undefined };
  try {
    return { text, value: parseTyped(field, text.trim(), name) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { text, value: undefined, fault: error.message };
  }
}

const NOT_SET = 'not set';
/** Cells below which a value is shown without arrows beside it. */
const MIN_WIDTH_OF_ARROWS = 10;

const placeholders: Readonly<Partial<Record<OneLineField['kind'], string>>> = {
  text: 'text',
  json: 'JSON',
  list: 'first, second',
  number: 'number',
};

interface ValueLineProps {
  readonly field: OneLineField & { readonly default?: number };
  /** The value as it would be typed on a command line; empty where there is none. */
  readonly text: string;
  onChange(text: string): void;
  /** Cells for the value. */
  readonly width: number;
  /** Before the value, styled. */
  readonly label: string;
  readonly isFocused: boolean;
}

/** A value on one line: typed, or chosen from a few. */
export function ValueLine({ field, ...props }: ValueLineProps): ReactNode {
  const { isFocused, width } = props;
  const options = optionsOf(field);
  if (options) return <Choice {...props} options={options} />;
  // Empty values all say the same; only the focused one has to tell what it takes.
  const kind = isFocused ? (placeholders[field.kind] ?? '') : '';
  const placeholder = field.default === undefined ? kind : `default ${field.default}`;
  return <TextLine {...props} value={props.text} placeholder={truncate(placeholder, width - 2)} />;
}

/** The values that a field is chosen from; undefined where its value is typed. */
export function optionsOf(field: OneLineField): readonly string[] | undefined {
  if (field.kind === 'boolean') return ['true', 'false'];
  return field.kind === 'choice' ? field.options.map(({ value }) => value) : undefined;
}

interface ChoiceProps extends Omit<ValueLineProps, 'field'> {
  readonly options: readonly string[];
}

/** One of a few values, or none: by arrows, Space, or the letter that a value begins with. */
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

/** What a key chooses, empty for none; undefined where it means nothing. */
function chosenBy({ name, text: typed }: Key, options: readonly string[], text: string): string | undefined {
  const all = ['', ...options];
  // A value that is none of them came from elsewhere.
  const now = Math.max(0, all.indexOf(text));
  if (name === 'right' || name === 'space') return all[(now + 1) % all.length];
  if (name === 'left') return all.at(now - 1);
  if (name === 'backspace' || name === 'delete') return '';
  if (typed === '') return undefined;
  const fitting = options.filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()));
  return fitting[(fitting.indexOf(text) + 1) % fitting.length];
}
