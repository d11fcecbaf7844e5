import { count } from '@tryout/engine';
import {
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { classes } from '../../lib/classes.ts';
import { TextArea } from '../../lib/ui/inputs.tsx';
import styles from './text-area.module.css';

interface GrowingTextAreaProps extends Omit<ComponentProps<'textarea'>, 'value' | 'ref'> {
  readonly value: string;
}

/** Characters; longer texts reach the maximum height anyway, and measuring them is slow. */
const MAX_MEASURED = 20_000;

/** A text area that grows with its text, up to a fraction of the screen; `rows` is the minimum. */
export function GrowingTextArea({ className, rows = 1, ...props }: GrowingTextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const box = area.current;
    if (!box || CSS.supports('field-sizing', 'content') || props.value.length > MAX_MEASURED) return;
    box.style.height = 'auto';
    box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
  }, [props.value]);
  return (
    <TextArea
      ref={area}
      rows={rows}
      dir="auto"
      style={{ '--rows': rows } as CSSProperties}
      className={classes(styles.growing, props.value.length > MAX_MEASURED && styles.long, className)}
      {...props}
    />
  );
}

interface LongTextAreaProps extends Omit<GrowingTextAreaProps, 'onChange'> {
  /** Whether the shown part of the long text can be edited. */
  readonly isLongEditable?: boolean;
  onText(text: string): void;
}

/** A text area that shows only the start of long text; the rest stays unchanged. */
export function LongTextArea({
  value,
  isLongEditable = true,
  onText,
  onPaste,
  onKeyDown,
  ...props
}: LongTextAreaProps) {
  // While typing, the shown part may grow beyond the limit.
  const [typed, setTyped] = useState<{ readonly text: string; readonly length: number }>();
  const [replaced, setReplaced] = useState<{ readonly by: string; readonly text: string }>();
  const isAllSelected = useRef(false);
  const length = typed?.text === value ? typed.length : shownLength(value);
  const isLong = length < value.length;

  /** The browser cannot undo changes to the hidden part. */
  function replace(text: string): void {
    setReplaced({ by: text, text: value });
    onText(text);
  }

  function change(shown: string): void {
    if (isLong && isAllSelected.current) return replace(shown);
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
    replace(before + pasted + after + (isAllSelected.current ? '' : value.slice(length)));
  }

  /** Selecting the entire visible part selects the entire text. */
  function copy(event: ClipboardEvent<HTMLTextAreaElement>): void {
    if (!isLong || !isAllSelected.current) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', value);
    if (event.type === 'cut' && !event.currentTarget.readOnly) replace('');
  }

  function undo(event: KeyboardEvent<HTMLTextAreaElement>): void {
    onKeyDown?.(event);
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!isUndo || replaced?.by !== value) return;
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
          isAllSelected.current = shown !== '' && selectionStart === 0 && selectionEnd === shown.length;
        }}
        onCopy={copy}
        onCut={copy}
        onPaste={paste}
        onKeyDown={undo}
      />
      {isLong && (
        <p className={styles.note}>
          Showing the first {count(length)} of {count(value.length)} characters
          {isLongEditable ? '' : '; the text is too long to edit here'}. The full text will be sent.
        </p>
      )}
    </>
  );
}

/** Characters that a text area handles quickly; browsers lay out all of them on each keystroke. */
const MAX_SHOWN = 100_000;
/** Wrapping such a word is slow; ASCII words are fast. */
const longWord = /(?<![^\s!-~])[^\s!-~]{5000}/;

/** How many characters of a string are shown. */
function shownLength(text: string): number {
  const word = longWord.exec(text.slice(0, MAX_SHOWN));
  const length = word ? word.index + word[0].length : MAX_SHOWN;
  if (text.length <= length) return text.length;
  // Do not split CRLF or a surrogate pair.
  return /[\r\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
}

/** Browsers take seconds to paste long texts. */
function isLongPaste(before: string, pasted: string): boolean {
  const text = before + pasted;
  return pasted.length > MAX_SHOWN / 10 && shownLength(text) < text.length;
}
