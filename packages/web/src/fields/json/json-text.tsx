import { count } from '@tryout/engine';
import { GrowingTextArea } from '../text/growing-text-area.tsx';
import styles from './json-field.module.css';

/** Characters that a text box takes without becoming slow. */
const MOST_CHARACTERS = 200_000;

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
  const isTooLong = text.length > MOST_CHARACTERS;
  return (
    <>
      <GrowingTextArea
        className={styles.text}
        rows={6}
        aria-label={`${label}, as JSON`}
        aria-invalid={isInvalid}
        aria-describedby={note}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        readOnly={isTooLong}
        disabled={disabled}
        value={isTooLong ? text.slice(0, MOST_CHARACTERS) : text}
        onChange={(event) => onText(event.target.value)}
      />
      {isTooLong && (
        <p className={styles.note}>
          The first {count(MOST_CHARACTERS)} of {count(text.length)} characters are shown. All of it is sent;
          it is too long to be changed here.
        </p>
      )}
    </>
  );
}
