import {
  isFailure,
  limitsOf,
  parseTyped,
  type Field,
  type FieldValue,
  type OneLineField,
} from '@tryout/engine';
import { useState, type ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';
import { paragraph } from '../components/paragraph.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { Labeled, leadOf, type FieldProps } from './field.tsx';
import { ValueLine } from './value-line.tsx';

/** Fields that are filled on one line. */
type ValueField = Extract<Field, { kind: 'choice' | 'number' | 'boolean' }>;

/** What was typed. */
interface Typed {
  readonly text: string;
  /** Missing where it is none. */
  readonly value: FieldValue | undefined;
  readonly fault?: string;
}

/** A value on one line, which is checked as it is typed; what it does not take stays, and counts as nothing. */
export function ValueFieldInput({
  name,
  field,
  value,
  onChange,
  focus,
  reveal,
}: FieldProps<ValueField>): ReactNode {
  const { theme, body } = useTerminal();
  const [last, setLast] = useState<Typed>({ text: '', value: undefined });
  const isFocused = focus !== undefined;
  // An example or Clear may have changed the value.
  const elsewhere = { text: value === undefined ? '' : String(value as string | number | boolean), value };
  const typed: Typed = last.value === value ? last : elsewhere;
  if (typed !== last) setLast(typed);
  const width = Math.max(1, body.columns - theme.margin.length);
  const about = typed.fault ?? (isFocused ? (field.description ?? limitsOf(field as OneLineField)) : '');
  const style = typed.fault === undefined ? theme.dim : theme.error;
  return (
    <Labeled label={field.label} isFocused={isFocused} reveal={reveal}>
      <ValueLine
        field={field as OneLineField}
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
