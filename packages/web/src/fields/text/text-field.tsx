import { count } from '@tryout/engine';
import { X } from 'lucide-react';
import type { DragEvent, ClipboardEvent, ComponentProps, CSSProperties } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { InputFrame, TextArea } from '../../ui/inputs.tsx';
import { getFieldIds, type FieldProps, useReading } from '../field.tsx';
import { readTextFile } from '../file/files.ts';
import styles from './text-area.module.css';

interface TextFieldProps extends FieldProps<'text'> {
  readonly placeholder?: string;
}

/** Text that is typed, pasted, or dropped as a file. */
export function TextField({ name, field, value, disabled, onChange, placeholder }: TextFieldProps) {
  const ids = getFieldIds(name);
  const { read, error } = useReading(name, value);
  const set = (text: string) => onChange(text === '' ? undefined : text);

  function drop(event: DragEvent): void {
    const file = event.dataTransfer.files[0];
    // Image and audio files are for other inputs.
    if (event.defaultPrevented || !file || /^(?:image|audio|video)\//.test(file.type)) return;
    event.preventDefault();
    read(() => readTextFile(file), set);
  }

  return (
    <InputFrame label={field.label} htmlFor={ids.input}>
      <LongTextArea
        id={ids.input}
        rows={placeholder === undefined ? 2 : 1}
        placeholder={placeholder}
        value={value ?? ''}
        disabled={disabled}
        aria-describedby={ids.note}
        onText={set}
        onDragOver={allowDrop}
        onDrop={drop}
      />
      {error !== undefined && <FailureNote id={ids.note} error={error} />}
    </InputFrame>
  );
}

/** A file input in the same form allows dropping anywhere. */
function allowDrop(event: DragEvent): void {
  if (!event.dataTransfer.types.includes('Files') || document.querySelector('[data-file-box]')) return;
  event.preventDefault();
}

interface GrowingTextAreaProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  readonly value: string;
}

/** Characters; longer texts reach the maximum height anyway, and measuring them and finding their direction is slow. */
const MAX_GROWING = 5000;
const rightToLeft = /^[^\p{L}]{0,1000}[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Nko}]/u;

/** A text area that grows with its text, up to a fraction of the screen; `rows` is the minimum. */
export function GrowingTextArea({ className, rows = 1, ...props }: GrowingTextAreaProps) {
  const isLong = props.value.length > MAX_GROWING;
  const direction = rightToLeft.test(props.value) ? 'rtl' : 'ltr';
  return (
    <TextArea
      rows={rows}
      dir={isLong ? direction : 'auto'}
      style={{ '--rows': rows } as CSSProperties}
      className={classes(styles.growing, isLong && styles.long, className)}
      {...props}
    />
  );
}

/** Characters; browsers take seconds to paste more. */
const MAX_PASTE = 10_000;
/** Characters of a text that is too long to edit. */
const MAX_EXCERPT = 100_000;
/** Wrapping such a word takes seconds on each keystroke; ASCII words and ideographs are fast. */
const slowWord = /[^\s!-~\u2e80-\uffef]{5000}/;

interface LongTextAreaProps extends Omit<GrowingTextAreaProps, 'onChange' | 'onPaste'> {
  /** Characters that can be edited without making typing slow. */
  readonly maxEditable?: number;
  onText(text: string): void;
}

/** A text area that shows only the start of a text that is too long to edit. */
export function LongTextArea({ value, maxEditable = 500_000, onText, ...props }: LongTextAreaProps) {
  function paste(event: ClipboardEvent<HTMLTextAreaElement>): void {
    // Text areas count CRLF as one character.
    const { value: text, selectionStart, selectionEnd, readOnly } = event.currentTarget;
    const clipboardText = event.clipboardData.getData('text/plain');
    if (readOnly || clipboardText.length <= MAX_PASTE) return;
    event.preventDefault();
    onText(text.slice(0, selectionStart) + clipboardText + text.slice(selectionEnd));
  }

  function remove(): void {
    onText('');
    // The button disappears.
    if (props.id !== undefined) document.getElementById(props.id)?.focus();
  }

  const word = slowWord.exec(value);
  if (value.length <= maxEditable && !word)
    return (
      <GrowingTextArea
        {...props}
        value={value}
        onChange={(event) => onText(event.target.value)}
        onPaste={paste}
      />
    );
  const excerpt = value.slice(0, word ? Math.min(MAX_EXCERPT, word.index + word[0].length) : MAX_EXCERPT);
  return (
    <>
      <GrowingTextArea {...props} readOnly value={excerpt} />
      <p className="note">
        Showing the first {count(excerpt.length)} of {count(value.length)} characters; the text is too long to
        edit here. The full text will be sent.
      </p>
      <Button icon={X} disabled={props.disabled} className="at-start" onClick={remove}>
        Remove text
      </Button>
    </>
  );
}
