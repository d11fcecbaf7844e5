import { mayReceiveToken, type Connection } from '../http/index.ts';
import type { InferenceRequest } from '../request/index.ts';

type Destination = Pick<InferenceRequest, 'server' | 'url'>;

/**
 * A note if the token is not sent to an endpoint on another host (F12).
 * @param option sends it anyway, for example `--send-token`; not mentioned by default
 */
export function unsentTokenNote(
  connection: Connection,
  { server, url }: Destination,
  option?: string,
): string | undefined {
  const needsNoNote =
    connection.token === undefined || server !== 'endpoint' || mayReceiveToken(url, connection);
  if (needsNoNote) return undefined;
  const { host, protocol } = new URL(url);
  const note = `Your token is not sent to ${host}`;
  return mayBeSent(connection, url)
    ? `${note}${optionHint(option)}.`
    : `${note}: ${protocol}// is not encrypted.`;
}

/** What to do if an endpoint without the token refused the request. */
export function unsentTokenHint(connection: Connection, { url }: Destination, option?: string): string {
  return mayBeSent(connection, url)
    ? `Your token was not sent${optionHint(option)}.`
    : 'Your token was not sent, because the connection is not encrypted; use an https:// URL.';
}

function mayBeSent(connection: Connection, url: string): boolean {
  return mayReceiveToken(url, { ...connection, sendToken: true });
}

function optionHint(option: string | undefined): string {
  return option === undefined ? '' : `; ${option} sends it`;
}
