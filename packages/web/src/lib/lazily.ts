import { loaded } from '@tryout/engine';
import { createElement, lazy, type ComponentType } from 'react';
import { LoadBoundary } from './load-boundary.tsx';

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
