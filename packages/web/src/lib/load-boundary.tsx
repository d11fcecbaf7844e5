import { LoadError } from '@tryout/engine';
import { Component, Suspense, type ReactNode } from 'react';
import { FailureNote } from './ui/failure-note.tsx';

interface LoadBoundaryProps {
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

interface LoadBoundaryState {
  readonly error?: unknown;
}

/** Suspense for lazy components; shows an error in place if one fails to load. */
export class LoadBoundary extends Component<LoadBoundaryProps, LoadBoundaryState> {
  override state: LoadBoundaryState = {};

  static getDerivedStateFromError(error: unknown): LoadBoundaryState {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error instanceof LoadError) return <FailureNote error={error} />;
    if (error !== undefined) throw error;
    return <Suspense fallback={this.props.fallback}>{this.props.children}</Suspense>;
  }
}
