import { count } from '@tryout/engine';
import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button, IconButton } from '../../lib/ui/button.tsx';
import { InputFrame } from '../../lib/ui/inputs.tsx';
import { fieldIds, type FieldProps } from '../field-props.ts';
import { BringBackButton } from '../shared/refusal.tsx';
import { GrowingTextArea } from '../text/long-text-area.tsx';
import styles from './list-field.module.css';

/** Entries that are drawn; more of them, which come by pasting or from an example, make the page stand still. */
const MOST_DRAWN = 200;

/** A growing list of texts, each with a label of its own. */
export function ListField({ name, field, value, disabled, onChange }: FieldProps<'list'>) {
  const list = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<number>(undefined);
  const [removed, setRemoved] = useState<{
    readonly before: readonly string[];
    readonly after: readonly string[];
  }>();
  const { input } = fieldIds(name);
  const entries = value && value.length > 0 ? value : Array<string>(field.startsWith).fill('');

  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    list.current?.querySelectorAll('textarea')[wanted.current]?.focus();
    wanted.current = undefined;
  });

  function change({ entries: next, focus }: ChangedEntries): void {
    wanted.current = focus;
    const isLost = next.length < entries.length && next.join('').length < entries.join('').length;
    setRemoved(isLost ? { before: entries, after: next } : undefined);
    // Also where they stay as they are, the focus moves when they are drawn anew.
    onChange(next === entries ? [...next] : next);
  }

  return (
    <fieldset ref={list} className={styles.list} aria-label={field.label}>
      {entries.slice(0, MOST_DRAWN).map((text, index) => (
        <ListEntry
          key={index}
          id={index === 0 ? input : `${input}-${index + 1}`}
          label={field.entryLabel(index + 1)}
          entries={entries}
          index={index}
          disabled={disabled}
          onText={(next) => onChange(entries.with(index, next))}
          onEntries={change}
          text={text}
        />
      ))}
      {entries.length > MOST_DRAWN && (
        <p role="status" className={styles.note}>
          {count(entries.length - MOST_DRAWN)} more are not shown here; all of them are sent.
        </p>
      )}
      <div className={styles.ways}>
        <Button
          disabled={disabled || entries.length >= MOST_DRAWN}
          onClick={() => change({ entries: [...entries, ''], focus: entries.length })}
        >
          <Plus aria-hidden="true" size={16} />
          {field.addLabel}
        </Button>
        <BringBackButton
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
  readonly text: string;
  readonly entries: readonly string[];
  /** Which of the entries this is. */
  readonly index: number;
  readonly disabled: boolean;
  onText(text: string): void;
  onEntries(changed: ChangedEntries): void;
}

/** One entry: Enter leads to the next one, pasted lines become entries, an empty one goes with Backspace. */
function ListEntry({ id, label, text, entries, index, disabled, onText, onEntries }: ListEntryProps) {
  const remove = () =>
    onEntries({ entries: entries.toSpliced(index, 1), focus: Math.min(index, entries.length - 2) });

  function onKeyDown(event: KeyboardEvent): void {
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isPlain || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (index < entries.length - 1 || text !== '')) {
      event.preventDefault();
      onEntries(afterEnter(entries, index));
    } else if (event.key === 'Enter') event.preventDefault();
    if (event.key === 'Backspace' && text === '' && entries.length > 1) {
      event.preventDefault();
      onEntries({ entries: entries.toSpliced(index, 1), focus: Math.max(0, index - 1) });
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
        />
        <IconButton
          icon={X}
          label={`Remove ${label}`}
          disabled={disabled || entries.length === 1}
          onClick={remove}
        />
      </div>
    </InputFrame>
  );
}

/** Entries after a change, and the one that is typed in next. */
interface ChangedEntries {
  readonly entries: readonly string[];
  readonly focus: number;
}

/**
 * Takes several pasted lines apart: the first goes where the caret is, the others become entries of their own; empty
 * ones behind it are filled first. Undefined for a single line.
 * @param before what stands before the caret in the entry, and `after` behind it
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
  const behind = entries.slice(index + 1);
  const filled = behind.findIndex((entry) => entry !== '');
  const empty = filled === -1 ? behind.length : filled;
  return {
    entries: [...entries.slice(0, index), first, ...rest, ...behind.slice(Math.min(empty, rest.length))],
    focus: index + rest.length,
  };
}

/** Where Enter leads from an entry: to the next one, or to a new one at the end. */
export function afterEnter(entries: readonly string[], index: number): ChangedEntries {
  const isLast = index === entries.length - 1;
  return { entries: isLast && entries[index] !== '' ? [...entries, ''] : entries, focus: index + 1 };
}
