import { HubApiError, NetworkError, RedirectError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { getJson } from './get-json.ts';
import { modelPath } from './model-id.ts';

/**
 * What the Hub knows of a model, by the names of its fields; asked with the token where there is one.
 *
 * The Hub sends the old name of a renamed model on to the new one. A browser shows no page where a redirect leads, so
 * that it is followed unseen: first without the token, which gets what anyone may know of the model; then with it, where
 * the browser takes it away as soon as the Hub is left. Taken is only what the Hub itself answers.
 * @throws InputError (no model id), HubApiError, RedirectError (the answer is another host's, or the page cannot learn
 * the new name), and what `send` throws
 */
export async function getModelJson(
  connection: Connection,
  id: string,
  fields: readonly string[],
  signal?: AbortSignal,
): Promise<unknown> {
  const query = fields.map((name) => `expand[]=${name}`).join('&');
  const url = `${connection.hubUrl}/api/models/${modelPath(id)}?${query}`;
  try {
    return (await getJson(connection, url, signal)).json;
  } catch (error) {
    const { token, renewal, ...open } = connection;
    const isHidden = error instanceof RedirectError && connection.transport.hidesRedirects === true;
    if (!isHidden || token === undefined) throw error;
    // Without the means to renew it: what another host refuses does not tell that the Hub would.
    const signedIn = { ...open, token: renewal?.latest(token) ?? token };
    const ways = connection.transport.dropsToken ? [open, signedIn] : [open];
    for (const as of ways) {
      const found = await followed(as, url, error, signal);
      if (found !== undefined) return found;
    }
    throw new RedirectError(`${id} was renamed or moved, and this browser does not tell the page where to`, {
      url,
      hint: `${connection.hubUrl}/${modelPath(id)} leads to it: choose the model by the name that stands there.`,
    });
  }
}

/**
 * @returns undefined where the Hub does not tell
 * @throws RedirectError `hidden` when another host answers
 */
async function followed(
  as: Connection,
  url: string,
  hidden: RedirectError,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  try {
    const { json, answer } = await getJson(as, url, signal, true);
    if (new URL(answer.url).origin === new URL(as.hubUrl).origin) return json;
  } catch (error) {
    // Another host that does not answer pages looks like no network; the Hub itself was there a moment ago.
    if (error instanceof HubApiError || error instanceof NetworkError) return undefined;
    throw error;
  }
  throw hidden;
}
