import { loaded, returnTarget, type RedirectOutcome } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useApp } from '../../lib/app-context.ts';
import { SIGN_IN } from '../../lib/routes.ts';

/** How far the sign-in is that the page was opened to finish. `done`: it was begun for another tab, which goes on. */
export interface RedirectedSignIn {
  readonly status: 'none' | 'finishing' | 'failed' | 'done';
  readonly error?: unknown;
}

/** Outcomes that a screen has dealt with: they are no business of the next one. */
const dealtWith = new WeakSet<RedirectOutcome>();

/**
 * Finishes the sign-in that the hub sent the person back from (specification, sections 2 and 4).
 * @param onSignedIn told the path to go to
 */
export function useRedirect(onSignedIn: (path: string) => void): RedirectedSignIn {
  const { settings, session: lazy, redirect } = useApp();
  const [state, setState] = useState<RedirectedSignIn>(() => beginningOf(redirect));

  useEffect(() => {
    if (dealtWith.has(redirect)) return;
    dealtWith.add(redirect);
    if (redirect.status !== 'ready') return;
    const left = new AbortController();
    const finish = async () => {
      const { finishSignIn } = await loaded(() => import('./finish-sign-in.ts'));
      const [result, session] = await Promise.all([
        finishSignIn(settings, redirect.grant, left.signal),
        lazy.load(),
      ]);
      if (left.signal.aborted) return;
      await session.signInWith(result);
      const { error } = session.getSnapshot().signIn;
      if (error) throw error;
      const path = returnTarget(result.state).slice(1);
      if (path === SIGN_IN) setState({ status: 'done' });
      else onSignedIn(path);
    };
    finish().catch((error: unknown) => {
      if (!left.signal.aborted) setState({ status: 'failed', error });
    });
    return () => left.abort();
    // What the page was opened with never changes, and is dealt with once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return state;
}

function beginningOf(redirect: RedirectOutcome): RedirectedSignIn {
  if (dealtWith.has(redirect)) return { status: 'none' };
  if (redirect.status === 'ready') return { status: 'finishing' };
  return redirect.status === 'failed' ? { status: 'failed', error: redirect.error } : { status: 'none' };
}
