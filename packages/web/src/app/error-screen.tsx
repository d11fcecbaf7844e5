import { isFailure, visible } from '@tryout/engine';
import { Component, type ReactNode } from 'react';
import { useArrival, useTitle } from '../lib/page-hooks.ts';
import { LoadAnew } from '../lib/ui/failure-note.tsx';
import { Layout } from './layout.tsx';
import styles from './app.module.css';

interface ErrorScreenProps {
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

interface ErrorBoundaryState {
  readonly error?: unknown;
}

/** Shows what nothing else has caught. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {};

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error };
  }

  override componentDidMount(): void {
    addEventListener('hashchange', this.#forget);
  }

  override componentWillUnmount(): void {
    removeEventListener('hashchange', this.#forget);
  }

  /** Another address may have no error. */
  readonly #forget = () => {
    if ('error' in this.state) this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? this.props.children : <ErrorScreen error={error} />;
  }
}

/** No route has this path. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';

  constructor(path: string) {
    super(`There is no page at ${path}`);
  }
}
