import { mayReceiveToken, type Connection } from '../http/index.ts';
import type { InferenceRequest } from '../request/index.ts';

type Destination = Pick<InferenceRequest, 'server' | 'url'>;

/**
 * A note if the token is not sent to an endpoint on another host (F12).
 * @param option sends it anyway, for example `--send-token`; not mentioned by default
 */
export function unsentTokenNote(
  connection: Connection,
  request: Destination,
  option?: string,
): string | undefined {
  if (connection.token === undefined || request.server !== 'endpoint') return undefined;
  if (mayReceiveToken(request.url, connection)) return undefined;
  const { host, protocol } = new URL(request.url);
  if (!mayBeSent(connection, request))
    return `Your token is not sent to ${host}: ${protocol}// is not encrypted.`;
  return `Your token is not sent to ${host}${optionHint(option)}.`;
}

/** What to do if an endpoint without the token refused the request. */
export function unsentTokenHint(connection: Connection, request: Destination, option?: string): string {
  return mayBeSent(connection, request)
    ? `Your token was not sent${optionHint(option)}.`
    : 'Your token was not sent, because the connection is not encrypted; use an https:// URL.';
}

function mayBeSent(connection: Connection, { url }: Destination): boolean {
  return mayReceiveToken(url, { ...connection, sendToken: true });
}

function optionHint(option: string | undefined): string {
  return option === undefined ? '' : `; ${option} sends it`;
}
