import { isFailure, LoadError, visible } from '@tryout/engine';
import type { ReactNode } from 'react';
import styles from './failure-note.module.css';
import { LoadAnew } from './load-anew.tsx';

export interface FailureNoteProps {
  readonly error: unknown;
  /** For `aria-describedby` of what caused it. */
  readonly id?: string;
  /** Ways on, beside the next step in words. */
  readonly children?: ReactNode;
}

/** The Hub's messages have the address and the number of the request appended (specification, section 8). */
const HUB_MESSAGE = /^(.+?)(\. URL: .+)$/s;

/** What went wrong, beside what caused it: one sentence and the next step; read aloud when it comes. */
export function FailureNote({ error, id, children }: FailureNoteProps) {
  // Servers write into messages, and into what is said of their answers.
  const message = visible(error instanceof Error ? error.message : String(error));
  const [, what = message, details] = HUB_MESSAGE.exec(message) ?? [];
  const hint = isFailure(error) ? error.hint : undefined;
  return (
    <div role="alert" id={id} className={styles.note}>
      <p className={styles.message}>
        {what}
        {details !== undefined && <span className={styles.details}>{details}</span>}
      </p>
      {hint !== undefined && <p>{visible(hint)}</p>}
      {error instanceof LoadError && <LoadAnew />}
      {children}
    </div>
  );
}
