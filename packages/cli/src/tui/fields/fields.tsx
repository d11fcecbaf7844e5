import {
  findEmptyEntry,
  hasText,
  listEntries,
  type ListField,
  type TextField,
  type Field,
  type FieldKind,
} from '@tryout/engine';
import { Box } from 'ink';
import type { ReactNode, ComponentType } from 'react';
import { withCursor } from '../../screen/index.ts';
import type { Key } from '../../text-editing/key.ts';
import { cleanText } from '../../text-editing/editor.ts';
import { useReveal, useRowsInView } from '../components/scroll.tsx';
import { useEditor } from '../components/text-line.tsx';
import { Lines } from '../components/text.tsx';
import { command, minorCommand, useKeys, useTerminal } from '../hooks/use-picker.ts';
import { indent, Labeled, type FieldProps } from './field.tsx';
import { FileFieldInput } from './file-field.tsx';

function TextFieldInput({ field, value, onChange, focus }: FieldProps<TextField>): ReactNode {
  return (
    <TextArea
      label={field.label}
      text={typeof value === 'string' ? value : ''}
      onChange={(text) => onChange(text === '' ? undefined : text)}
      isFocused={focus !== undefined}
      placeholder="Type or paste text"
    />
  );
}

function ListFieldInput(props: FieldProps<ListField>): ReactNode {
  const { field, value, onChange, focus, onFocus } = props;
  const entries = listEntries(field, value);
  const isFocused = focus !== undefined;
  const next = isFocused ? enterTarget(entries, focus) : undefined;

  /** Replaces entries and focuses the last new one. */
  function replace(index: number, count: number, texts: readonly string[]): void {
    onChange(entries.toSpliced(index, count, ...texts));
    onFocus(Math.max(0, index + texts.length - 1));
  }

  /** Pastes lines into an empty entry as one entry each. */
  function pasteAsEntries(index: number, text: string): boolean {
    const lines = text.split('\n').filter(hasText);
    if (lines.length < 2 || entries[index] !== '') return false;
    replace(index, 1, lines.map(cleanText));
    return true;
  }

  const add = () => replace(entries.length, 0, ['']);
  const enter = () => (next === 'add' ? add() : next !== undefined && onFocus(next));
  useKeys({
    level: 'field',
    isActive: isFocused,
    commands: [
      next !== undefined && command('enter', next === 'add' ? 'add' : 'next', 'Go to the next input', enter),
      { ...command('ctrl+n', 'add', field.addLabel, add), isMinor: next === 'add' },
      isFocused &&
        entries[focus] === '' &&
        entries.length > 1 &&
        minorCommand('backspace', 'remove', 'Remove the empty entry', () => replace(focus, 1, [])),
    ],
  });
  return (
    <Box flexDirection="column" flexShrink={0}>
      {entries.map((entry, index) => (
        <TextArea
          key={index}
          label={field.entryLabel(index + 1)}
          text={entry}
          onChange={(text) => onChange(entries.with(index, text))}
          onKey={(key) => key.name === 'paste' && pasteAsEntries(index, key.text)}
          isFocused={index === focus}
        />
      ))}
      <AddButton label={field.addLabel} isFocused={focus === entries.length} />
    </Box>
  );
}

/** The target of Enter; undefined leaves it to the form. */
function enterTarget(entries: readonly string[], focus: number): number | 'add' | undefined {
  const last = entries.length - 1;
  if (focus < last) return focus + 1;
  if (focus === last && !hasText(entries[focus] ?? '')) return undefined;
  const empty = findEmptyEntry(entries);
  return focus === last && empty !== -1 ? empty : 'add';
}

const SMALL = 6;

interface TextAreaProps {
  readonly label: string;
  readonly text: string;
  onChange(text: string): void;
  readonly isFocused: boolean;
  readonly placeholder?: string;
  /** Handles keys first. @returns whether the key was used */
  readonly onKey?: (key: Key) => boolean;
}

/** A labeled text area. Unfocused ones show only their beginning. */
function TextArea({ label, text, onChange, isFocused, placeholder = '', onKey }: TextAreaProps): ReactNode {
  const { theme, body } = useTerminal();
  const { editor, onKey: edit } = useEditor(text, onChange);
  useKeys({ level: 'field', isActive: isFocused, onKey: (key) => onKey?.(key) || edit(key) });
  const inView = useRowsInView();
  const rows = isFocused ? inView - (inView < SMALL ? 1 : 2) : Math.min(3, inView >> 2);
  const room = { columns: body.columns - theme.margin.length, rows: Math.max(1, rows) };
  const lines = editor.draw(room, { isFocused, placeholder: isFocused ? placeholder : '' });
  return <Labeled label={label} position={editor.position} isFocused={isFocused} lines={lines} />;
}

function AddButton({ label, isFocused }: Pick<TextAreaProps, 'label' | 'isFocused'>): ReactNode {
  const { theme, body } = useTerminal();
  const box = useReveal(isFocused, 0);
  const name = theme.cut(label, body.columns - theme.margin.length - 2);
  const button = isFocused ? `${withCursor('+')} ${theme.accent(name)}` : theme.dim(`+ ${name}`);
  return (
    <Box ref={box} flexShrink={0}>
      <Lines lines={[indent(theme, isFocused) + button]} />
    </Box>
  );
}

/** The component for each kind of field; a new kind does not compile without one. */
export const fieldInputs: {
  readonly [Kind in FieldKind]: ComponentType<FieldProps<Extract<Field, { kind: Kind }>>>;
} = {
  text: TextFieldInput,
  image: FileFieldInput,
  audio: FileFieldInput,
  json: FileFieldInput,
  list: ListFieldInput,
};
