import { isFailure, loadOAuth, type Connection, type OAuthGrant } from '@tryout/engine';

/** Milliseconds: signing out has worked already, and should not feel otherwise. */
const LONGEST = 10_000;

/** Tells the hub that a sign-in is over, as well as that goes: on this machine it is over in any case. */
export async function tellHub(
  connection: Connection,
  token: string,
  grant: OAuthGrant,
  signal: AbortSignal,
): Promise<void> {
  const { revokeGrant } = await loadOAuth();
  try {
    await revokeGrant(
      { connection, signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST)]) },
      token,
      grant,
    );
  } catch (error) {
    if (!isFailure(error)) throw error;
  }
}
