import type { Session, SessionState } from '@tryout/engine';
import { useMemo, type ReactNode } from 'react';
import { RunScopeContext, useRunScope } from './app-context.ts';

interface RunScopeProps {
  /** What differs from the session, such as the run of one of several models. The same object until it changes. */
  readonly state: Partial<SessionState>;
  /** What is done in place of the session's actions. */
  readonly actions: Partial<Session>;
  readonly children: ReactNode;
}

/** Parts of a screen that show another run than the session's. */
export function RunScope({ state, actions, children }: RunScopeProps) {
  const { session, displayedState } = useRunScope();
  const scope = useMemo(() => {
    const withState = (read: () => SessionState) => {
      let last: readonly [SessionState, SessionState] | undefined;
      return () => {
        const now = read();
        if (last?.[0] !== now) last = [now, { ...now, ...state }];
        return last[1];
      };
    };
    return {
      session: { ...session, getSnapshot: withState(session.getSnapshot), ...actions },
      displayedState: { ...displayedState, getSnapshot: withState(displayedState.getSnapshot) },
    };
  }, [session, displayedState, state, actions]);
  return <RunScopeContext value={scope}>{children}</RunScopeContext>;
}
