import { isFailure, LoadError, visible } from '@tryout/engine';
import { type ReactNode, useContext } from 'react';
import { AppContext } from '../app-context.ts';
import { Button } from './button.tsx';
import styles from './failure-note.module.css';

interface FailureNoteProps {
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

/**
 * Loads the page anew, which is the one way to a part that could not be loaded: a browser remembers what failed for as
 * long as the page is there. What is filled in is kept.
 */
export function LoadAnew() {
  const session = useContext(AppContext)?.session.getSnapshot();
  const hasForm = session?.getSnapshot().task !== undefined;

  return (
    <>
      {hasForm && <p>What you have typed and chosen stays.</p>}
      <Button onClick={() => location.reload()}>Load the page anew</Button>
    </>
  );
}
