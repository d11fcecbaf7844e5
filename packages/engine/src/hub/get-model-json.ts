import { HubApiError, RedirectError } from '../errors/index.ts';
import type { Connection } from '../http/index.ts';
import { getJson } from './get-json.ts';
import { modelPath } from './model-id.ts';

/**
 * What the Hub knows of a model, by the names of its fields; asked with the token where there is one.
 *
 * The Hub sends the old name of a renamed model on to the new one. A browser shows no page where a redirect leads, and
 * following one with the token unseen would be a risk; then what anyone may know of the model is asked for without the
 * token, and taken only from the Hub itself.
 * @throws InputError (no model id), HubApiError, RedirectError (the answer is another host's), and what `send` throws
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
    const isHidden = error instanceof RedirectError && connection.transport.hidesRedirects === true;
    if (!isHidden || connection.token === undefined) throw error;
    return await publicJson(connection, url, error, signal);
  }
}

/** @param hidden what is thrown when the Hub tells nobody of that model, or another host does */
async function publicJson(
  { token: _token, renewal: _renewal, ...open }: Connection,
  url: string,
  hidden: RedirectError,
  signal?: AbortSignal,
): Promise<unknown> {
  const { json, answer } = await getJson(open, url, signal).catch((error: unknown) => {
    throw error instanceof HubApiError ? hidden : error;
  });
  if (new URL(answer.url).origin !== new URL(open.hubUrl).origin) throw hidden;
  return json;
}
