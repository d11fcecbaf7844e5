import { count } from '@tryout/engine';
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { GrowingTextArea, type GrowingTextAreaProps } from './growing-text-area.tsx';
import styles from './long-text-area.module.css';
import { isLongPaste, shownLength } from './shown-part.ts';

export interface LongTextAreaProps extends Omit<GrowingTextAreaProps, 'onChange'> {
  /** Whether what is shown of a long text can be changed. */
  readonly isLongEditable?: boolean;
  onText(text: string): void;
}

/** A text box of which a long text shows its beginning; behind it all stays as it is. */
export function LongTextArea({
  value,
  isLongEditable = true,
  onText,
  onPaste,
  onKeyDown,
  ...props
}: LongTextAreaProps) {
  // Of a text that is typed all that was there before stays in the box, however much it grows.
  const [typed, setTyped] = useState<{ readonly text: string; readonly length: number }>();
  const [replaced, setReplaced] = useState<{ readonly by: string; readonly text: string }>();
  const isAllMarked = useRef(false);
  const length = typed?.text === value ? typed.length : shownLength(value);
  const isLong = length < value.length;

  /** Puts another text in place of all of it, in a way that the browser cannot take back. */
  function replace(text: string): void {
    setReplaced({ by: text, text: value });
    onText(text);
  }

  function change(shown: string): void {
    if (isLong && isAllMarked.current) return replace(shown);
    const text = shown + value.slice(length);
    setTyped({ text, length: shown.length });
    onText(text);
  }

  function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    onPaste?.(event);
    const box = event.currentTarget;
    const pasted = event.clipboardData.getData('text/plain');
    if (event.defaultPrevented || box.readOnly || !isLongPaste(box.value, pasted)) return;
    event.preventDefault();
    const [before, after] = [box.value.slice(0, box.selectionStart), box.value.slice(box.selectionEnd)];
    replace(before + pasted + after + (isAllMarked.current ? '' : value.slice(length)));
  }

  /** Who marks all that is shown means all. */
  function copy(event: ClipboardEvent<HTMLTextAreaElement>): void {
    if (!isLong || !isAllMarked.current) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', value);
    if (event.type === 'cut' && !event.currentTarget.readOnly) replace('');
  }

  function undo(event: KeyboardEvent<HTMLTextAreaElement>): void {
    onKeyDown?.(event);
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!isUndo || replaced?.by !== value) return;
    // The browser knows nothing of what was put in place of its own paste.
    event.preventDefault();
    onText(replaced.text);
    setReplaced(undefined);
  }

  return (
    <>
      <GrowingTextArea
        {...props}
        value={isLong ? value.slice(0, length) : value}
        readOnly={isLong && !isLongEditable}
        onChange={(event) => change(event.target.value)}
        onSelect={({ currentTarget: { selectionStart, selectionEnd, value: shown } }) => {
          isAllMarked.current = shown !== '' && selectionStart === 0 && selectionEnd === shown.length;
        }}
        onCopy={copy}
        onCut={copy}
        onPaste={paste}
        onKeyDown={undo}
      />
      {isLong && (
        <p className={styles.note}>
          The first {count(length)} of {count(value.length)} characters are shown
          {isLongEditable ? ' and can be changed. ' : '; it is too long to be changed here. '}
          All of it is sent.
        </p>
      )}
    </>
  );
}
