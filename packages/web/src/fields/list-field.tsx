import { count, splitSingleEntry } from '@tryout/engine';
import { Plus, X } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { Button, IconButton } from '../lib/ui/button.tsx';
import { InputFrame } from '../lib/ui/inputs.tsx';
import { fieldIds, type FieldProps } from './field-props.ts';
import { RestoreButton } from './shared/field-state.tsx';
import { GrowingTextArea } from './text/long-text-area.tsx';
import styles from './list-field.module.css';

/** More inputs, from pasted text or an example, would make the page slow. */
const MAX_SHOWN = 200;

/** A list of strings that can grow. */
export function ListField({ name, field, value, disabled, onChange }: FieldProps<'list'>) {
  const list = useRef<HTMLFieldSetElement>(null);
  const focusNext = useRef<number>(undefined);
  const [removed, setRemoved] = useState<{
    readonly before: readonly string[];
    readonly after: readonly string[];
  }>();
  const { input } = fieldIds(name);
  const entries = value && value.length > 0 ? value : Array<string>(field.startsWith).fill('');

  useLayoutEffect(() => {
    if (focusNext.current === undefined) return;
    list.current?.querySelectorAll('textarea')[focusNext.current]?.focus();
    focusNext.current = undefined;
  });

  function change({ entries: next, focus }: ChangedEntries): void {
    focusNext.current = focus;
    const hasLostText = next.length < entries.length && next.join('').length < entries.join('').length;
    // A new array triggers a render, which moves the focus.
    const after = [...next];
    setRemoved(hasLostText ? { before: entries, after } : undefined);
    onChange(after);
  }

  /** Commas separate the entries of a list with a single one, once it is complete. */
  function split(): readonly string[] {
    const next = splitSingleEntry(field, entries);
    if (next !== entries) onChange(next);
    return next;
  }

  return (
    <fieldset ref={list} className={styles.list} aria-label={field.label}>
      {entries.slice(0, MAX_SHOWN).map((_text, index) => (
        <ListEntry
          key={index}
          id={index === 0 ? input : `${input}-${index + 1}`}
          label={field.entryLabel(index + 1)}
          entries={entries}
          index={index}
          disabled={disabled}
          onText={(next) => onChange(entries.with(index, next))}
          onEntries={change}
          onComplete={split}
        />
      ))}
      {entries.length > MAX_SHOWN && (
        <p role="status" className={styles.note}>
          {count(entries.length - MAX_SHOWN)} more entries are hidden, but will be sent.
        </p>
      )}
      <div className={styles.actions}>
        <Button
          icon={Plus}
          disabled={disabled || entries.length >= MAX_SHOWN}
          onClick={() => change({ entries: [...entries, ''], focus: entries.length })}
        >
          {field.addLabel}
        </Button>
        <RestoreButton
          input={input}
          disabled={disabled}
          onRestore={removed && removed.after === value ? () => onChange(removed.before) : undefined}
        />
      </div>
    </fieldset>
  );
}

interface ListEntryProps {
  readonly id: string;
  readonly label: string;
  readonly entries: readonly string[];
  readonly index: number;
  readonly disabled: boolean;
  onText(text: string): void;
  onEntries(changed: ChangedEntries): void;
  /** Returns the entries, which may be split. */
  onComplete(): readonly string[];
}

/** One entry: Enter moves to the next one, pasted lines become entries, Backspace removes an empty one. */
function ListEntry(props: ListEntryProps) {
  const { id, label, entries, index, disabled, onText, onEntries, onComplete } = props;
  const text = entries[index]!;
  const remove = (focus: number) => onEntries({ entries: entries.toSpliced(index, 1), focus });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.shiftKey || event.altKey || event.nativeEvent.isComposing) return;
    // Also before Ctrl-Enter runs.
    const complete = event.key === 'Enter' ? onComplete() : entries;
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (complete !== entries) onEntries({ entries: complete, focus: complete.length - 1 });
      else if (index < entries.length - 1 || text !== '') onEntries(afterEnter(entries, index));
    }
    if (event.key === 'Backspace' && text === '' && entries.length > 1) {
      event.preventDefault();
      remove(Math.max(0, index - 1));
    }
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const changed = withLines(entries, index, {
      before: value.slice(0, selectionStart),
      after: value.slice(selectionEnd),
      pasted: event.clipboardData.getData('text/plain'),
    });
    if (!changed) return;
    event.preventDefault();
    onEntries(changed);
  }

  return (
    <InputFrame label={label} htmlFor={id}>
      <div className={styles.entry}>
        <GrowingTextArea
          id={id}
          rows={1}
          value={text}
          disabled={disabled}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={onComplete}
        />
        <IconButton
          icon={X}
          label={`Remove ${label}`}
          disabled={disabled || entries.length === 1}
          onClick={() => remove(Math.min(index, entries.length - 2))}
        />
      </div>
    </InputFrame>
  );
}

/** New entries, and the index of the one to focus. */
interface ChangedEntries {
  readonly entries: readonly string[];
  readonly focus: number;
}

/**
 * Splits pasted lines: the first one is inserted at the caret, the others fill the empty entries below or become new
 * ones. Undefined for a single line.
 */
export function withLines(
  entries: readonly string[],
  index: number,
  { before, after, pasted }: { readonly before: string; readonly after: string; readonly pasted: string },
): ChangedEntries | undefined {
  const lines = pasted.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length < 2) return undefined;
  const first = before + lines[0]! + after;
  const rest = lines.slice(1);
  const below = entries.slice(index + 1);
  const firstFilled = below.findIndex((entry) => entry !== '');
  const empty = firstFilled === -1 ? below.length : firstFilled;
  return {
    entries: [...entries.slice(0, index), first, ...rest, ...below.slice(Math.min(empty, rest.length))],
    focus: index + rest.length,
  };
}

/** Moves to the next entry, or to a new one at the end. */
export function afterEnter(entries: readonly string[], index: number): ChangedEntries {
  const isLast = index === entries.length - 1;
  return { entries: isLast && entries[index] !== '' ? [...entries, ''] : entries, focus: index + 1 };
}
