import { HubResponseError } from '../errors/index.ts';
import { readJson, send, type Answer, type Connection } from '../http/index.ts';
import { hubApiError } from './hub-api-error.ts';

/** A JSON answer of the Hub with its head. */
export interface HubAnswer {
  readonly json: unknown;
  readonly answer: Answer;
}

/**
 * GET on the Hub's API, with the token where there is one.
 * @param mayFollow lets a transport follow redirects unseen: where the answer came from is then to be looked at
 * @throws HubApiError, HubResponseError, and what `send` throws
 */
export async function getJson(
  connection: Connection,
  url: string,
  signal?: AbortSignal,
  mayFollow = false,
): Promise<HubAnswer> {
  const answer = await send(
    connection,
    { method: 'GET', url, headers: { Accept: 'application/json' }, mayFollow },
    { signal },
  );
  if (answer.status < 200 || answer.status > 299) throw await hubApiError(answer);
  return { json: await readJson(answer, HubResponseError), answer };
}
