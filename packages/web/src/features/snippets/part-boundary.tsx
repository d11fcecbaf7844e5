import { Component, type ReactNode } from 'react';
import { FailureNote } from '../../lib/ui/failure-note.tsx';

interface PartBoundaryState {
  readonly error?: unknown;
}

/** Tells where a part could not be loaded; the form and the result beside it stay. */
export class PartBoundary extends Component<{ readonly children: ReactNode }, PartBoundaryState> {
  override state: PartBoundaryState = {};

  static getDerivedStateFromError(error: unknown): PartBoundaryState {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? this.props.children : <FailureNote error={error} />;
  }
}
