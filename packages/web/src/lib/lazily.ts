import { loaded } from '@tryout/engine';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A component that is loaded when it is drawn first, or before that. */
export interface Lazily<Props> {
  readonly View: LazyExoticComponent<ComponentType<Props>>;
  /** Begins to load it; what goes wrong is told when it is drawn. */
  ahead(): void;
}

/** @param load gives the component, for example `() => import('./page.tsx').then(({ Page }) => Page)` */
export function lazily<Props>(load: () => Promise<ComponentType<Props>>): Lazily<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  const once = () =>
    (loading ??= loaded(load).catch((error: unknown) => {
      // A second try may find the network again.
      loading = undefined;
      throw error;
    }));
  return {
    View: lazy(() => once().then((component) => ({ default: component }))),
    ahead: () => void once().catch(() => undefined),
  };
}
