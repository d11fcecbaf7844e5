import { loaded, LoadError } from '@tryout/engine';
import { Component, type ComponentType, createElement, lazy, type ReactNode } from 'react';
import { FailureNote } from './ui/failure-note.tsx';

/** A component that is loaded when it is drawn first, or before that. */
export interface Lazily<Props> {
  /** Waits in the nearest Suspense; not at all once the component is there. Says in its place that it cannot be loaded. */
  readonly View: ComponentType<Props>;
  /** Loads it. Never rejects: what goes wrong is told when it is drawn. */
  ahead(): Promise<void>;
}

/** @param load gives the component, for example `() => import('./page.tsx').then(({ Page }) => Page)` */
export function lazily<Props extends object>(load: () => Promise<ComponentType<Props>>): Lazily<Props> {
  let component: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const once = () =>
    (loading ??= loaded(load).then(
      (there) => (component = there),
      (error: unknown) => {
        // A second try may find the network again.
        loading = undefined;
        throw error;
      },
    ));
  const Waiting = lazy(() => once().then((there) => ({ default: there })));
  return {
    View: (props) => createElement(LoadBoundary, null, createElement<Props>(component ?? Waiting, props)),
    ahead: () =>
      once().then(
        () => undefined,
        () => undefined,
      ),
  };
}

interface LoadBoundaryState {
  readonly error?: unknown;
}

/** Tells in its own place of a part that could not be loaded; all around it stays. Other errors go on. */
class LoadBoundary extends Component<{ readonly children: ReactNode }, LoadBoundaryState> {
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
