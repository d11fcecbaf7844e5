import { visibleLine, type FieldValue, type ListField, type Task, type Values } from '@tryout/engine';
import { Box, type DOMElement } from 'ink';
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { symbolsOf, truncate } from '../../terminal/index.ts';
import { Lines } from '../components/lines.tsx';
import { useEditor } from '../hooks/use-editor.ts';
import type { Reveal } from '../hooks/use-focus-scroll.ts';
import { command, useKeys } from '../hooks/use-keys.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import type { Key } from '../../terminal/keyboard/key.ts';
import { withCursor } from '../../terminal/cursor-mark.ts';
import { isUndo } from '../../text-editing/keymap.ts';
import { typedText } from '../../text-editing/typed-text.ts';
import { Labeled, leadOf, textRows, type FieldProps } from './field.tsx';

/** The entries of a list, with those that a new one begins with. */
export function entriesOf(field: ListField, value: FieldValue | undefined): readonly string[] {
  return Array.isArray(value) && value.length > 0
    ? (value as readonly string[])
    : Array<string>(field.startsWith).fill('');
}

/** Values without the entries at the end of lists that were added and left empty: they are in the way of a run (C16). */
export function withoutEmptyEntries({ fields }: Pick<Task, 'fields'>, values: Values): Values {
  const shorter = Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== 'list') return [];
    const entries = entriesOf(field, values[name]);
    const end = Math.max(field.startsWith, entries.findLastIndex((entry) => entry !== '') + 1);
    return end < entries.length ? [[name, entries.slice(0, end)] as const] : [];
  });
  return shorter.length === 0 ? values : { ...values, ...Object.fromEntries(shorter) };
}

/** An entry that came or went, or several. */
interface Step {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A list of texts that grows: an input for each entry, and a button behind the last one that adds one. */
export function ListFieldInput({
  field,
  value,
  onChange,
  focus,
  onFocus,
  rows,
  reveal,
}: FieldProps<ListField>): ReactNode {
  const box = useRef<DOMElement>(null);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const entries = entriesOf(field, value);
  const isFocused = focus !== undefined;
  const next = isFocused ? enterTarget(entries, focus) : undefined;

  /** Puts entries in place of others; the focus goes to the last one. */
  function replace(index: number, count: number, texts: readonly string[]): void {
    const after = entries.toSpliced(index, count, ...texts);
    onChange(after);
    setSteps([...steps, { before: entries, after }]);
    onFocus(Math.max(0, index + texts.length - 1));
  }

  /** Takes entries back that came or went last, unless something was typed since. */
  function undo(): boolean {
    const step = steps.at(-1);
    setSteps(steps.slice(0, -1));
    if (!step || step.after !== value) return false;
    onChange(step.before);
    return true;
  }

  /** Several lines into an empty entry are an entry each; empty ones behind it are filled first. */
  function pasteLines(index: number, text: string): boolean {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2 || entries[index] !== '') return false;
    const rest = entries.slice(index);
    const filled = rest.findIndex((entry) => entry !== '');
    replace(index, Math.min(lines.length, filled === -1 ? rest.length : filled), lines.map(typedText));
    return true;
  }

  const add = () => replace(entries.length, 0, ['']);
  const goOn = () => (next === 'add' ? add() : next !== undefined && onFocus(next));
  useKeys({
    level: 'field',
    isActive: isFocused,
    commands: [
      ...(next === undefined
        ? []
        : [command('enter', next === 'add' ? 'add' : 'next', 'To the next input', goOn)]),
      { keys: ['ctrl+n'], label: 'add', help: field.addLabel, isMinor: next === 'add', run: add },
    ],
  });
  return (
    <Box ref={box} flexDirection="column" flexShrink={0}>
      {entries.map((entry, index) => (
        <Entry
          key={index}
          label={field.entryLabel(index + 1)}
          text={entry}
          onChange={(text) => onChange(entries.with(index, text))}
          onKeyFirst={(key) => {
            if (key.name === 'paste') return pasteLines(index, key.text);
            if (key.name !== 'backspace' || entry !== '' || entries.length < 2) return false;
            replace(index, 1, []);
            return true;
          }}
          onKeyLast={(key) => isUndo(key) && undo()}
          isFocused={index === focus}
          rows={rows}
          reveal={reveal}
          list={box}
        />
      ))}
      <AddButton label={field.addLabel} isFocused={focus === entries.length} reveal={reveal} list={box} />
    </Box>
  );
}

/** Where Enter goes; undefined where it is for the form. */
function enterTarget(entries: readonly string[], place: number): number | 'add' | undefined {
  const last = entries.length - 1;
  if (place < last) return place + 1;
  if (place === last && entries[place] === '') return undefined;
  const empty = entries.indexOf('');
  return place === last && empty !== -1 ? empty : 'add';
}

interface PartProps {
  readonly label: string;
  readonly isFocused: boolean;
  readonly reveal: Reveal;
  readonly list: RefObject<DOMElement | null>;
}

interface EntryProps extends PartProps {
  readonly text: string;
  onChange(text: string): void;
  /** Takes a key before, or after, the text does. @returns whether it meant anything */
  onKeyFirst(key: Key): boolean;
  onKeyLast(key: Key): boolean;
  readonly rows: number;
}

function Entry({ label, text, onChange, isFocused, rows, reveal, list, ...keys }: EntryProps): ReactNode {
  const { theme, body } = useTerminal();
  const { editor, onKey } = useEditor(text, onChange);
  useKeys({
    level: 'field',
    isActive: isFocused,
    onKey: (key) => keys.onKeyFirst(key) || onKey(key) || keys.onKeyLast(key),
  });
  const room = { columns: body.columns - theme.margin.length, rows: textRows(rows, isFocused) };
  const lines = editor.draw(room, { isFocused });
  return <Labeled label={label} isFocused={isFocused} reveal={reveal} whole={list} lines={lines} />;
}

/** With the focus the cursor stands on it. */
function AddButton({ label, isFocused, reveal, list }: PartProps): ReactNode {
  const { theme, terminal, body } = useTerminal();
  const box = useRef<DOMElement>(null);
  useLayoutEffect(() => {
    if (isFocused && box.current) reveal(box.current, 0, list.current ?? undefined);
  });
  const room = body.columns - theme.margin.length - 2;
  const name = truncate(visibleLine(label), room, symbolsOf(terminal).ellipsis);
  const button = isFocused ? `${withCursor('+')} ${theme.accent(name)}` : theme.dim(`+ ${name}`);
  return (
    <Box ref={box} flexShrink={0}>
      <Lines lines={[leadOf(theme, isFocused) + button]} />
    </Box>
  );
}
