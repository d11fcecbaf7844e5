import {
  loaded,
  loadOAuth,
  type OAuthResult,
  ownStateOf,
  type RedirectGrant,
  type RedirectOutcome,
  returnTarget,
} from '@tryout/engine';
import { useEffect, useState } from 'react';
import { type App, useApp } from '../../lib/app-context.ts';
import { SIGN_IN } from '../../lib/routes.ts';
import { openConnection, type Settings } from '../../lib/settings.ts';

/** How far the sign-in is that the page was opened to finish. `done`: it was begun for another tab, which goes on. */
export interface RedirectedSignIn {
  readonly status: 'none' | 'finishing' | 'failed' | 'done';
  readonly error?: unknown;
  /** The path that the person wanted, which a second try leads to as well. */
  readonly wanted?: string;
}

/** Sign-ins that are being finished; each gives the path to go to. */
const finishing = new WeakMap<RedirectOutcome, Promise<string>>();

/** Outcomes that a screen has dealt with: they are no business of the next one. */
const dealtWith = new WeakSet<RedirectOutcome>();

/**
 * Finishes the sign-in that the hub sent the person back from (specification, sections 2 and 4). It goes on when the
 * screen is left: what the hub gave holds once, and the next screen takes it from there.
 * @param onSignedIn told the path to go to
 */
export function useRedirect(onSignedIn: (path: string) => void): RedirectedSignIn {
  const app = useApp();
  const { redirect } = app;
  const [beginning] = useState(() => beginningOf(redirect));
  const [state, setState] = useState<RedirectedSignIn>(beginning);

  useEffect(() => {
    if (dealtWith.has(redirect)) return;
    if (redirect.status !== 'ready') return void dealtWith.add(redirect);
    let isHere = true;
    const work = finishing.get(redirect) ?? finish(app, redirect.grant);
    finishing.set(redirect, work);
    work.then(
      (path) => {
        if (!isHere) return;
        dealtWith.add(redirect);
        if (path === SIGN_IN) setState({ status: 'done' });
        else onSignedIn(path);
      },
      (error: unknown) => {
        if (!isHere) return;
        dealtWith.add(redirect);
        setState({ ...beginning, status: 'failed', error });
      },
    );
    return () => {
      isHere = false;
    };
    // What the page was opened with never changes, and is dealt with once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  return state;
}

async function finish({ settings, session: lazy }: App, grant: RedirectGrant): Promise<string> {
  const { finishSignIn } = await loaded(() => import('./use-redirect.ts'));
  const [result, session] = await Promise.all([finishSignIn(settings, grant), lazy.load()]);
  await session.signInWith(result);
  const { error } = session.getSnapshot().signIn;
  if (error) throw error;
  return pathOfState(result.state);
}

function beginningOf(redirect: RedirectOutcome): RedirectedSignIn {
  if (dealtWith.has(redirect)) return { status: 'none' };
  if (redirect.status === 'ready')
    return { status: 'finishing', wanted: pathOfState(ownStateOf(redirect.grant.transaction)) };
  if (redirect.status !== 'failed') return { status: 'none' };
  const { error, state } = redirect;
  return { status: 'failed', error, ...(state === undefined ? {} : { wanted: pathOfState(state) }) };
}

function pathOfState(state: string | undefined): string {
  return returnTarget(state).slice(1);
}

/**
 * Redeems what the hub sent the person back with.
 * @throws OAuthError, and what `send` throws
 */
export async function finishSignIn(settings: Settings, grant: RedirectGrant): Promise<OAuthResult> {
  const { finishSignIn: finish } = await loadOAuth();
  return finish({ connection: openConnection(settings) }, grant);
}
