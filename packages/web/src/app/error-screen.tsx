import { isFailure, visible } from '@tryout/engine';
import { LoadAnew } from '../lib/ui/load-anew.tsx';
import { useArrival } from '../lib/use-arrival.ts';
import { useTitle } from '../lib/use-title.ts';
import { Layout } from './layout.tsx';
import { NotFoundError } from './not-found-error.ts';
import styles from './error-screen.module.css';

export interface ErrorScreenProps {
  readonly error: unknown;
  /** False for a page that could not begin: none of its addresses leads anywhere until it is loaded anew. */
  readonly isBegun?: boolean;
}

/** The screen for errors that nothing else shows (specification, sections 2 and 8). */
export function ErrorScreen({ error, isBegun = true }: ErrorScreenProps) {
  const message = visible(error instanceof Error ? error.message : String(error));
  const hint = isFailure(error) ? error.hint : undefined;
  const what = error instanceof NotFoundError ? '404 Not Found' : message;
  const heading = useArrival();
  useTitle(error instanceof NotFoundError ? what : 'Error');
  return (
    <Layout>
      <div className={styles.screen}>
        <h1 ref={heading} tabIndex={-1}>
          Unexpected Application Error!
        </h1>
        <p>{what}</p>
        {hint !== undefined && <p>{hint}</p>}
        {!(error instanceof NotFoundError) && <LoadAnew />}
        {isBegun && (
          <p>
            <a href="#/">To the start page</a>
          </p>
        )}
      </div>
    </Layout>
  );
}
