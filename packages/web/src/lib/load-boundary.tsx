import { LoadError } from '@tryout/engine';
import { Component, Suspense, type ReactNode } from 'react';
import { FailureNote } from '../ui/failure-note.tsx';

interface ErrorBoundaryProps {
  /** Renders an error, or throws it to the next boundary. */
  show(error: unknown): ReactNode;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error?: unknown;
}

/** Shows an error in place of its children until the user navigates. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = {};

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error };
  }

  override componentDidMount(): void {
    addEventListener('hashchange', this.#reset);
  }

  override componentWillUnmount(): void {
    removeEventListener('hashchange', this.#reset);
  }

  readonly #reset = () => {
    if (this.state.error !== undefined) this.setState({ error: undefined });
  };

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? this.props.children : this.props.show(error);
  }
}

interface LoadBoundaryProps {
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Suspense for lazy components; shows an error in place if one fails to load. */
export function LoadBoundary({ fallback, children }: LoadBoundaryProps) {
  return (
    <ErrorBoundary show={showLoadError}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function showLoadError(error: unknown): ReactNode {
  if (error instanceof LoadError) return <FailureNote error={error} />;
  throw error;
}
