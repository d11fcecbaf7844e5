import {
  type Field,
  type FieldValue,
  isFailure,
  describeLimits,
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
import { type FieldProps, Labeled, indent } from './field.tsx';

type ValueField = Extract<Field, { kind: 'choice' | 'number' | 'boolean' }>;

/** The typed text and its value, undefined if invalid. */
interface Typed {
  readonly text: string;
  readonly value: FieldValue | undefined;
  readonly error?: string;
}

/** A one-line value, validated while typing. Invalid text is kept but has no value. */
export function ValueFieldInput(props: FieldProps<ValueField>): ReactNode {
  const { name, value, onChange, focus } = props;
  const field = props.field as OneLineField & ValueField;
  const { theme, body } = useTerminal();
  const [last, setLast] = useState<Typed>({ text: '', value: undefined });
  const isFocused = focus !== undefined;
  // The value may have been changed by an example or Clear.
  const typed: Typed =
    last.value === value
      ? last
      : { text: value === undefined ? '' : String(value as string | number | boolean), value };
  if (typed !== last) setLast(typed);
  const width = Math.max(1, body.columns - theme.margin.length);
  const about = typed.error ?? (isFocused ? (field.description ?? describeLimits(field)) : '');
  const style = typed.error === undefined ? theme.dim : theme.error;
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
        label={indent(theme, isFocused)}
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
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { text, value: undefined, error: failure.message };
  }
}

const NOT_SET = 'not set';
const MIN_WIDTH_OF_ARROWS = 10;

const placeholders: Readonly<Partial<Record<OneLineField['kind'], string>>> = {
  text: 'text',
  json: 'JSON',
  list: 'first, second',
  number: 'number',
};

interface ValueLineProps {
  readonly field: OneLineField & { readonly default?: number | boolean };
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

export function optionsOf(field: OneLineField): readonly string[] | undefined {
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
