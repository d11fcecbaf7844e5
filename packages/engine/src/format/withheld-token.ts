import { mayReceiveToken, type Connection } from '../http/index.ts';
import type { InferenceRequest } from '../request/index.ts';

type Destination = Pick<InferenceRequest, 'server' | 'url'>;

/**
 * One line when the token will not go along to an endpoint on a foreign host (F12).
 * @param way what sends it all the same, for example `--send-token`; not mentioned by default
 */
export function withheldTokenNote(
  connection: Connection,
  request: Destination,
  way?: string,
): string | undefined {
  if (connection.token === undefined || request.server !== 'endpoint') return undefined;
  if (mayReceiveToken(request.url, connection)) return undefined;
  const { host, protocol } = new URL(request.url);
  if (!mayBeSent(connection, request))
    return `Your token is not sent to ${host}: ${protocol}// is not encrypted.`;
  return `Your token is not sent to ${host}${wayOut(way)}.`;
}

/**
 * What to do about a refusal by an endpoint that the token was withheld from.
 * @param way what sends it all the same; not mentioned by default
 */
export function withheldTokenHint(connection: Connection, request: Destination, way?: string): string {
  return mayBeSent(connection, request)
    ? `Your token was not sent there${wayOut(way)}.`
    : 'Your token was not sent there, because the connection is not encrypted; use an https:// URL.';
}

/** Whether the token would go along if the person asked for it. */
function mayBeSent(connection: Connection, { url }: Destination): boolean {
  return mayReceiveToken(url, { ...connection, sendToken: true });
}

function wayOut(way: string | undefined): string {
  return way === undefined ? '' : `; ${way} sends it`;
}
