import { count } from '@tryout/engine';
import {
  type ClipboardEvent,
  type ComponentProps,
  type CSSProperties,
  type KeyboardEvent,
  type Ref,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classes } from '../../lib/classes.ts';
import { TextArea } from '../../lib/ui/inputs.tsx';
import styles from './text-area.module.css';

interface LongTextAreaProps extends Omit<GrowingTextAreaProps, 'onChange'> {
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

interface GrowingTextAreaProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  readonly value: string;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Characters from which a text is surely higher than the box may be; measuring a long one takes long. */
const LONG_TEXT = 20_000;

/** Whether the style sheet alone makes it grow. */
const growsByItself = () => CSS.supports('field-sizing', 'content');

/** A text box as high as its text, up to a part of the screen; `rows` is the least. */
export function GrowingTextArea({ className, ref, rows = 1, ...props }: GrowingTextAreaProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const box = own.current;
    if (!box || growsByItself() || props.value.length > LONG_TEXT) return;
    box.style.height = 'auto';
    box.style.height = `${box.scrollHeight + box.offsetHeight - box.clientHeight}px`;
  }, [props.value]);
  return (
    <TextArea
      ref={(box) => {
        own.current = box;
        if (typeof ref === 'function') return ref(box);
        if (ref) ref.current = box;
      }}
      rows={rows}
      style={{ '--rows': rows } as CSSProperties}
      className={classes(styles.growing, props.value.length > LONG_TEXT && styles.long, className)}
      {...props}
    />
  );
}

/** Characters that a text box takes without becoming slow: browsers lay all of them out anew for each key. */
const MOST_SHOWN = 100_000;
/** A word that browsers take much longer to break into lines; those of ASCII characters they break quickly. */
const longWord = /(?<![^\s!-~])[^\s!-~]{5000}/;

/** How many characters of a text are put into its box, from its beginning. */
function shownLength(text: string): number {
  const word = longWord.exec(text.slice(0, MOST_SHOWN));
  const length = word ? word.index + word[0].length : MOST_SHOWN;
  if (text.length <= length) return text.length;
  // A box would change half a line end, and cannot show half a character.
  return /[\r\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
}

/** Whether a text is put in place of a paste that the browser would make itself: it takes seconds for long ones. */
function isLongPaste(before: string, pasted: string): boolean {
  const text = before + pasted;
  return pasted.length > MOST_SHOWN / 10 && shownLength(text) < text.length;
}
