import { identify, type Connection, type OAuthGrant } from '@tryout/engine';
import type { Call, Context } from '../../context/context.ts';
import { identityLine } from '../identity-line.ts';

/** Tries a token, keeps it with what came along, and says as whom the person is signed in. */
export async function keepSignIn(
  { options, output }: Call,
  { connection, store, signal, folder, tokenSource }: Context,
  token: string,
  grant?: OAuthGrant,
): Promise<void> {
  const { sendToken: _foreign, ...known } = connection;
  const asTheOne: Connection = { ...known, token };
  const identity = await identify(asTheOne, signal);
  const { notice } = await store.write(token, grant);
  if (options.json) output.json(identity);
  const where = tokenSource === 'sandbox' ? 'for this command only' : `the token is kept in ${folder}`;
  const done = `Signed in to ${new URL(connection.hubUrl).host} as ${identityLine(identity)}`;
  output.note(notice === undefined ? `${done}; ${where}.` : `${done}.`);
  if (notice !== undefined) output.note(notice);
  if (tokenSource === 'HF_TOKEN') output.note('HF_TOKEN is set and goes before it; unset it.');
}
