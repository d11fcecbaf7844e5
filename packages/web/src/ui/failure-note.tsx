import { HUB_URL, isFailure, LoadError, splitLink, getSummary, visible } from '@tryout/engine';
import { useContext, type ReactNode } from 'react';
import { AppContext } from '../state/app-context.ts';
import { Button } from './button.tsx';
import { ExternalLink } from './panel.tsx';
import styles from './failure-note.module.css';

interface FailureNoteProps {
  readonly error: unknown;
  /** For `aria-describedby`. */
  readonly id?: string;
  readonly children?: ReactNode;
}

/** An error with its hint, as an alert. */
export function FailureNote({ error, id, children }: FailureNoteProps) {
  const hint = isFailure(error) ? error.hint : undefined;
  return (
    <div role="alert" id={id} className={styles.note}>
      <p className={styles.message}>{visible(getSummary(error))}</p>
      {hint !== undefined && <Hint text={hint} />}
      {error instanceof LoadError && <ReloadButton />}
      {children}
    </div>
  );
}

/** The next step, with a link to the page that it names. */
export function Hint({ text }: { readonly text: string }) {
  const hubUrl = useContext(AppContext)?.settings.hubUrl ?? HUB_URL;
  const [before, url, after] = splitLink(text, hubUrl);
  return (
    <p>
      {visible(before)}
      {url !== undefined && <ExternalLink href={url}>{visible(url)}</ExternalLink>}
      {visible(after)}
    </p>
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
