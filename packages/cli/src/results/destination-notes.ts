import { mayReceiveToken, type Connection, type InferenceRequest } from '@tryout/engine';
import { elapsed } from '../terminal/amounts.ts';
import { symbolsOf } from '../terminal/symbols.ts';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * One line when the token will not go along to an endpoint on a foreign host (F12).
 * @param way what sends it all the same
 */
export function withheldTokenNote(
  connection: Connection,
  request: InferenceRequest,
  way = '--send-token',
): string | undefined {
  if (connection.token === undefined || request.server !== 'endpoint') return undefined;
  if (mayReceiveToken(request.url, connection)) return undefined;
  const { host, protocol } = new URL(request.url);
  return mayBeSent(connection, request)
    ? `Your token is not sent to ${host}; ${way} sends it.`
    : `Your token is not sent to ${host}: ${protocol}// could be read on the way.`;
}

/** What to do about a refusal by an endpoint that the token was withheld from. */
export function withheldTokenHint(connection: Connection, request: InferenceRequest): string {
  return mayBeSent(connection, request)
    ? 'Your token was not sent there; --send-token sends it.'
    : 'Your token was not sent there, where it could be read on the way; use an address with https://.';
}

/** Whether the token would go along if the person asked for it. */
function mayBeSent(connection: Connection, { url }: InferenceRequest): boolean {
  return mayReceiveToken(url, { ...connection, sendToken: true });
}

/** Who answered, how long it took, what it cost: `model · provider · 1.2 s · $0.0003`. */
export function runSummary(
  request: InferenceRequest,
  { provider, seconds, cost }: { provider?: string; seconds: number; cost?: number },
  terminal: Pick<Terminal, 'unicode'>,
): string {
  const server = provider ?? (request.server === 'endpoint' ? new URL(request.url).host : request.server);
  return [
    ...(request.model === undefined ? [] : [request.model]),
    ...(server === 'auto' ? [] : [server]),
    elapsed(seconds),
    ...(cost === undefined ? [] : [`$${cost.toPrecision(2)}`]),
  ].join(symbolsOf(terminal).separator);
}
