import {
  loaded,
  loadOAuth,
  ownStateOf,
  returnTarget,
  type RedirectGrant,
  type RedirectOutcome,
} from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useApp, type App } from '../../lib/app-context.ts';
import { SIGN_IN } from '../../lib/routes.ts';
import { openConnection } from '../../lib/settings.ts';

/** State of the sign-in that redirected to this page; `done` if it was for another tab. */
interface RedirectedSignIn {
  readonly status: 'none' | 'finishing' | 'failed' | 'done';
  readonly error?: unknown;
  /** The path to open after signing in, even after a failed attempt. */
  readonly wanted?: string;
}

/** Codes are single-use, so a sign-in continues after the screen unmounts, and the next mount picks it up from here. */
let finishing: Promise<string> | undefined;

/** Whether the outcome of the page's redirect was shown; later mounts ignore it. */
let isHandled = false;

/**
 * Finishes the sign-in that redirected to this page (specification, sections 2 and 4).
 * @param onSignedIn receives the path to go to
 */
export function useRedirect(onSignedIn: (path: string) => void): RedirectedSignIn {
  const app = useApp();
  const { redirect } = app;
  const [initial] = useState(() => initialState(redirect));
  const [state, setState] = useState<RedirectedSignIn>(initial);

  useEffect(() => {
    if (isHandled) return;
    if (redirect.status !== 'ready') return void (isHandled = true);
    let isShown = true;
    finishing ??= finish(app, redirect.grant);
    finishing.then(
      (path) => {
        if (!isShown) return;
        isHandled = true;
        if (path === SIGN_IN) setState({ status: 'done' });
        else onSignedIn(path);
      },
      (error: unknown) => {
        if (!isShown) return;
        isHandled = true;
        setState({ ...initial, status: 'failed', error });
      },
    );
    return () => void (isShown = false);
    // A page's redirect never changes and is handled once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return state;
}

async function finish({ settings, session }: App, grant: RedirectGrant): Promise<string> {
  const { finishSignIn } = await loaded(loadOAuth);
  const result = await finishSignIn({ connection: openConnection(settings) }, grant);
  await session.signInWith(result);
  const { error } = session.getSnapshot().signIn;
  if (error) throw error;
  return pathOfState(result.state);
}

function initialState(redirect: RedirectOutcome): RedirectedSignIn {
  if (isHandled) return { status: 'none' };
  if (redirect.status === 'ready')
    return { status: 'finishing', wanted: pathOfState(ownStateOf(redirect.grant.transaction)) };
  if (redirect.status !== 'failed') return { status: 'none' };
  const { error, state } = redirect;
  return { status: 'failed', error, wanted: state === undefined ? undefined : pathOfState(state) };
}

function pathOfState(state: string | undefined): string {
  return returnTarget(state).slice(1);
}
