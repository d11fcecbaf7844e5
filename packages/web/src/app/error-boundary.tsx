import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './error-screen.tsx';

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
