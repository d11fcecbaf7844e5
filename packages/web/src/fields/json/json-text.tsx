import { LongTextArea } from '../text/long-text-area.tsx';
import styles from './json-field.module.css';

/** Characters that are read for each key without making typing slow. */
const MOST_EDITED = 200_000;

export interface JsonTextProps {
  readonly label: string;
  readonly text: string;
  readonly disabled: boolean;
  readonly isInvalid: boolean;
  /** Id of what says what is wrong. */
  readonly note: string;
  onText(text: string): void;
}

/** JSON as text; what is too long to be typed in is shown from its beginning. */
export function JsonText({ label, text, disabled, isInvalid, note, onText }: JsonTextProps) {
  return (
    <LongTextArea
      className={styles.text}
      rows={6}
      aria-label={`${label}, as JSON`}
      aria-invalid={isInvalid}
      aria-describedby={note}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      isLongEditable={text.length <= MOST_EDITED}
      disabled={disabled}
      value={text}
      onText={onText}
    />
  );
}
