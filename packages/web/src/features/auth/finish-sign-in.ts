import { loadOAuth, type OAuthResult, type RedirectGrant } from '@tryout/engine';
import { openConnection } from '../../lib/open-connection.ts';
import type { Settings } from '../../lib/settings.ts';

/**
 * Redeems what the hub sent the person back with.
 * @throws OAuthError, and what `send` throws
 */
export async function finishSignIn(settings: Settings, grant: RedirectGrant): Promise<OAuthResult> {
  const { finishSignIn: finish } = await loadOAuth();
  return finish({ connection: openConnection(settings) }, grant);
}
