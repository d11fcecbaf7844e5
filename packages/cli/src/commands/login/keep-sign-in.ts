import { changeAlone, grantOf, identify, isFailure, type Connection, type OAuthResult } from '@tryout/engine';
import type { Call, Context } from '../../context/context.ts';
import { SaveError } from '../../files/save-file.ts';
import { identityLine } from '../../sign-in/identity-line.ts';

/**
 * Tries a token, keeps it with what came along, and says as whom the person is signed in. One that the hub has just
 * given is kept although it cannot be tried now: the hub has said whose it is.
 * @param result of signing in through the hub
 */
export async function keepSignIn(
  { options, output }: Call,
  { connection, store, signal, folder, tokenSource }: Context,
  token: string,
  result?: OAuthResult,
): Promise<void> {
  const { sendToken: _foreign, ...known } = connection;
  const asTheOne: Connection = { ...known, token };
  const identity = await identify(asTheOne, signal).catch((error: unknown) => {
    const isPassing = isFailure(error) && (error.outcome === 'failed' || error.outcome === 'timeout');
    if (result === undefined || !isPassing) throw error;
    const { name, fullname, isPro, orgs } = result.userInfo;
    const named = orgs.map(({ canPay, ...organization }) => ({
      name: organization.name,
      fullname: organization.fullname,
      canPay,
    }));
    return { name, fullname, isPro, orgs: named };
  });
  const grant = result && grantOf(result);
  const { notice } = await changeAlone(store, () => store.write(token, grant), signal);
  if (options.json) output.json(identity);
  const where = tokenSource === 'sandbox' ? 'for this command only' : `the token is kept in ${folder}`;
  const done = `Signed in to ${new URL(connection.hubUrl).host} as ${identityLine(identity)}`;
  output.note(notice === undefined ? `${done}; ${where}.` : `${done}.`);
  if (notice !== undefined) output.note(notice);
  if (notice !== undefined && tokenSource === 'store') {
    throw new SaveError('The next command still uses the earlier sign-in', {
      hint: 'Make sure that the file can be written, then sign in again.',
    });
  }
  if (tokenSource === 'HF_TOKEN') output.note('HF_TOKEN is set and goes before it; unset it.');
}
