import { loaded, loadOAuth, ownStateOf, returnTarget, type RedirectGrant } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useApp, type App } from '../../lib/app-context.ts';
import { openConnection } from '../../lib/settings.ts';
import { useLoaded } from '../../lib/use-loaded.ts';

/** Codes are single-use, so a sign-in continues after the screen unmounts, and the next mount picks it up from here. */
let finishing: Promise<string> | undefined;

/** Whether the outcome of the page's redirect was shown; later mounts ignore it. */
let isHandled = false;

/**
 * Finishes the sign-in that redirected to this page (specification, sections 2 and 4).
 * @returns `path`: where to go after signing in; `wanted`: the same, even before or after a failed attempt
 */
export function useRedirect() {
  const app = useApp();
  const [redirect] = useState(() => (isHandled ? undefined : app.redirect));
  const grant = redirect?.status === 'ready' ? redirect.grant : undefined;
  const failed = redirect?.status === 'failed' ? redirect : undefined;
  const { value: path, error = failed?.error } = useLoaded(
    grant,
    (single) => (finishing ??= finish(app, single)),
  );
  const isFinishing = grant !== undefined && path === undefined && error === undefined;
  useEffect(() => {
    if (!isFinishing) isHandled = true;
  }, [isFinishing]);
  const state = grant ? ownStateOf(grant.transaction) : failed?.state;
  return { isFinishing, path, error, wanted: state === undefined ? undefined : pathOfState(state) };
}

async function finish({ settings, session }: App, grant: RedirectGrant): Promise<string> {
  const { finishSignIn } = await loaded(loadOAuth);
  const result = await finishSignIn({ connection: openConnection(settings) }, grant);
  await session.signInWith(result);
  const { error } = session.getSnapshot().signIn;
  if (error) throw error;
  return pathOfState(result.state);
}

function pathOfState(state: string | undefined): string {
  return returnTarget(state).slice(1);
}
