import { isFailure, LoadError, visible } from '@tryout/engine';
import { useContext, type ReactNode } from 'react';
import { AppContext } from '../app-context.ts';
import { Button } from './button.tsx';
import styles from './failure-note.module.css';

interface FailureNoteProps {
  readonly error: unknown;
  /** For `aria-describedby`. */
  readonly id?: string;
  readonly children?: ReactNode;
}

/** The Hub's messages end with the URL and the request ID (specification, section 8). */
const HUB_MESSAGE = /^(.+?)(\. URL: .+)$/s;

/** An error with its hint, as an alert. */
export function FailureNote({ error, id, children }: FailureNoteProps) {
  const message = visible(error instanceof Error ? error.message : String(error));
  const [, summary = message, details] = HUB_MESSAGE.exec(message) ?? [];
  const hint = isFailure(error) ? error.hint : undefined;
  return (
    <div role="alert" id={id} className={styles.note}>
      <p className={styles.message}>
        {summary}
        {details !== undefined && <span className={styles.details}>{details}</span>}
      </p>
      {hint !== undefined && <p>{visible(hint)}</p>}
      {error instanceof LoadError && <ReloadButton />}
      {children}
    </div>
  );
}

/** Reloads the page: browsers do not retry modules that failed to load. */
export function ReloadButton() {
  const hasForm = useContext(AppContext)?.session.getSnapshot().task !== undefined;
  return (
    <>
      {hasForm && <p>Your inputs are kept.</p>}
      <Button onClick={() => location.reload()}>Reload the page</Button>
    </>
  );
}
