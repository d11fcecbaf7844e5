import { isFailure, visible } from '@tryout/engine';
import { useHeadingFocus, useTitle } from '../lib/hooks.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ReloadButton } from '../ui/failure-note.tsx';
import styles from './app.module.css';

/** The error of a path that no route matches. */
export const NOT_FOUND = '404 Not Found';

interface ErrorScreenProps {
  readonly error: unknown;
  /** False if the app failed to start: links do not work before a reload. */
  readonly hasStarted?: boolean;
}

/** The content of the page for all errors that are not shown in place (specification, sections 2 and 8). */
export function ErrorScreen({ error, hasStarted = true }: ErrorScreenProps) {
  const hint = isFailure(error) ? error.hint : undefined;
  const heading = useHeadingFocus();
  useTitle(error === NOT_FOUND ? NOT_FOUND : 'Error');
  return (
    <div className={styles.screen}>
      <h1 ref={heading} tabIndex={-1}>
        Unexpected Application Error!
      </h1>
      <p>{visible(error instanceof Error ? error.message : String(error))}</p>
      {hint !== undefined && <p>{hint}</p>}
      {error !== NOT_FOUND && <ReloadButton />}
      {hasStarted && <ButtonLink href="#/">Go to the home page</ButtonLink>}
    </div>
  );
}
