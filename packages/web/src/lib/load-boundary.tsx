import { LoadError } from '@tryout/engine';
import { Component, type ReactNode } from 'react';
import { FailureNote } from './ui/failure-note.tsx';

interface LoadBoundaryState {
  readonly error?: unknown;
}

/** Tells in its own place of a part that could not be loaded; all around it stays. Other errors go on. */
export class LoadBoundary extends Component<{ readonly children: ReactNode }, LoadBoundaryState> {
  override state: LoadBoundaryState = {};

  static getDerivedStateFromError(error: unknown): LoadBoundaryState {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof LoadError) return <FailureNote error={error} />;
    throw error;
  }
}
