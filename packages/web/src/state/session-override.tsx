import type { Session, SessionState } from '@tryout/engine';
import { useMemo, type ReactNode } from 'react';
import { AppContext, useApp, type App } from './app-context.ts';

interface SessionOverrideProps {
  /** Both the same objects until they change. */
  readonly state: Partial<SessionState>;
  readonly actions: Partial<Session>;
  readonly children: ReactNode;
}

/** Shows components another state of the session, for example the run of one of several models, and redirects actions. */
export function SessionOverride({ state, actions, children }: SessionOverrideProps) {
  const app = useApp();
  const value = useMemo((): App => {
    const { session, displayedState } = app;
    const override = (read: () => SessionState) => {
      let last: readonly [SessionState, SessionState] | undefined;
      return () => {
        const now = read();
        if (last?.[0] !== now) last = [now, { ...now, ...state }];
        return last[1];
      };
    };
    return {
      ...app,
      session: { ...session, getSnapshot: override(session.getSnapshot), ...actions },
      displayedState: { ...displayedState, getSnapshot: override(displayedState.getSnapshot) },
    };
  }, [app, state, actions]);
  return <AppContext value={value}>{children}</AppContext>;
}
