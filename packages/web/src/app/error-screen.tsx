import { isFailure, visible } from '@tryout/engine';
import { useHeadingFocus, useTitle } from '../lib/page-hooks.ts';
import { ButtonLink } from '../lib/ui/button.tsx';
import { ReloadButton } from '../lib/ui/failure-note.tsx';
import { Layout } from './layout.tsx';
import styles from './app.module.css';

/** No route matches the path. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';

  constructor(path: string) {
    super(`No page at ${path}`);
  }
}

interface ErrorScreenProps {
  readonly error: unknown;
  /** False if the app failed to start: links do not work before a reload. */
  readonly hasStarted?: boolean;
}

/** The screen for all errors that are not shown in place (specification, sections 2 and 8). */
export function ErrorScreen({ error, hasStarted = true }: ErrorScreenProps) {
  const isNotFound = error instanceof NotFoundError;
  const message = visible(error instanceof Error ? error.message : String(error));
  const hint = isFailure(error) ? error.hint : undefined;
  const heading = useHeadingFocus();
  useTitle(isNotFound ? '404 Not Found' : 'Error');
  return (
    <Layout>
      <div className={styles.screen}>
        <h1 ref={heading} tabIndex={-1}>
          Unexpected Application Error!
        </h1>
        <p>{isNotFound ? '404 Not Found' : message}</p>
        {hint !== undefined && <p>{hint}</p>}
        {!isNotFound && <ReloadButton />}
        {hasStarted && <ButtonLink href="#/">Go to the home page</ButtonLink>}
      </div>
    </Layout>
  );
}
