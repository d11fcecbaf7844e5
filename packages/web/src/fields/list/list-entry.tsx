import { X } from 'lucide-react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { IconButton } from '../../lib/ui/icon-button.tsx';
import { InputFrame } from '../../lib/ui/input-frame.tsx';
import { GrowingTextArea } from '../text/growing-text-area.tsx';
import { afterEnter, withLines, type ChangedEntries } from './entries.ts';
import styles from './list-field.module.css';

export interface ListEntryProps {
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
export function ListEntry({ id, label, text, entries, index, disabled, onText, onEntries }: ListEntryProps) {
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
