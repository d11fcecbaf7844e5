import { count, hasText, splitSingleEntry } from '@tryout/engine';
import { Plus, X } from 'lucide-react';
import { useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { InputFrame } from '../ui/inputs.tsx';
import { getFieldIds, type FieldProps, useUndoRemove } from './field.tsx';
import { GrowingTextArea } from './text/text-field.tsx';
import styles from './list-field.module.css';

/** More inputs, from pasted text or an example, would make the page slow. */
const MAX_VISIBLE = 200;

/**
 * A list of strings that can grow: Enter moves to the next entry, pasted lines become entries, Backspace removes an
 * empty one.
 */
export function ListField({ name, field, value, disabled, onChange }: FieldProps<'list'>) {
  const list = useRef<HTMLFieldSetElement>(null);
  const focusNext = useRef<number>(undefined);
  const undo = useUndoRemove<readonly string[]>({ name, current: value, disabled, onUndo: onChange });
  const { input } = getFieldIds(name);
  const entries = value && value.length > 0 ? value : Array<string>(field.startsWith).fill('');

  useLayoutEffect(() => {
    if (focusNext.current === undefined) return;
    list.current?.querySelectorAll('textarea')[focusNext.current]?.focus();
    focusNext.current = undefined;
  });

  function change(next: readonly string[], focus: number): void {
    focusNext.current = focus;
    // A new array triggers a render, which moves the focus.
    onChange([...next]);
  }

  function remove(index: number, focus: number): void {
    focusNext.current = focus;
    const rest = entries.toSpliced(index, 1);
    onChange(rest);
    if (entries[index] !== '') undo.remember(entries, rest);
  }

  /** Commas separate the entries of a list with a single one, once it is complete. */
  function split(): readonly string[] {
    const next = splitSingleEntry(field, entries);
    if (next !== entries) onChange(next);
    return next;
  }

  function onKeyDown(event: KeyboardEvent, index: number): void {
    if (event.shiftKey || event.altKey) return;
    const text = entries[index]!;
    // Also before Ctrl-Enter runs.
    const complete = event.key === 'Enter' ? split() : entries;
    if (event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      const isLast = index === entries.length - 1;
      if (complete !== entries) change(complete, complete.length - 1);
      else if (!isLast) change(entries, index + 1);
      else if (hasText(text)) change([...entries, ''], index + 1);
    }
    if (event.key === 'Backspace' && text === '' && entries.length > 1) {
      event.preventDefault();
      remove(index, Math.max(0, index - 1));
    }
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>, index: number): void {
    const { selectionStart, selectionEnd, value: text } = event.currentTarget;
    const lines = event.clipboardData.getData('text/plain').split(/\r?\n/);
    const [first, ...rest] = lines.filter(hasText);
    if (first === undefined || rest.length === 0) return;
    event.preventDefault();
    const firstEntry = text.slice(0, selectionStart) + first + text.slice(selectionEnd);
    change(withLines(entries, index, [firstEntry, ...rest]), index + rest.length);
  }

  return (
    <fieldset ref={list} className="stack loose" aria-label={field.label}>
      {entries.slice(0, MAX_VISIBLE).map((text, index) => {
        const id = index === 0 ? input : `${input}-${index + 1}`;
        const label = field.entryLabel(index + 1);
        return (
          <InputFrame key={index} label={label} htmlFor={id}>
            <div className={styles.entry}>
              <GrowingTextArea
                id={id}
                value={text}
                disabled={disabled}
                onChange={(event) => onChange(entries.with(index, event.target.value))}
                onKeyDown={(event) => onKeyDown(event, index)}
                onPaste={(event) => onPaste(event, index)}
                onBlur={split}
              />
              <IconButton
                icon={X}
                label={`Remove ${label}`}
                disabled={disabled || entries.length === 1}
                onClick={() => remove(index, Math.min(index, entries.length - 2))}
              />
            </div>
          </InputFrame>
        );
      })}
      {entries.length > MAX_VISIBLE && (
        <p role="status" className="soft">
          {count(entries.length - MAX_VISIBLE)} more entries are hidden, but will be sent.
        </p>
      )}
      <div className="wrap">
        <Button
          icon={Plus}
          disabled={disabled || entries.length >= MAX_VISIBLE}
          onClick={() => change([...entries, ''], entries.length)}
        >
          {field.addLabel}
        </Button>
        {undo.button}
      </div>
    </fieldset>
  );
}

/** Replaces an entry by pasted lines, which also fill the empty entries below before they become new ones. */
function withLines(entries: readonly string[], index: number, lines: readonly string[]): readonly string[] {
  let end = index + 1;
  while (end < index + lines.length && entries[end] === '') end += 1;
  return entries.toSpliced(index, end - index, ...lines);
}
