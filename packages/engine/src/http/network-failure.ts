import { isFailure, isOffline, NetworkError } from '../errors/index.ts';
import { isRecord } from '../text/index.ts';
import { pause, type Transport } from './connection.ts';

/** An error and its causes; bounded, since causes may be cyclic. */
export function getCauses(error: unknown): (Error & { code?: unknown })[] {
  const chain: Error[] = [];
  let current: unknown = error;
  while (current instanceof Error && chain.length < 8) {
    chain.push(current);
    current = current instanceof AggregateError ? (current.errors as unknown[])[0] : current.cause;
  }
  return chain;
}

/** The code of an error or of its causes; codes of a DOMException are numbers, and not meant. */
export function getErrorCode(error: unknown): string {
  return (
    getCauses(error)
      .map(({ code }) => code)
      .find((code) => typeof code === 'string') ?? ''
  );
}

/**
 * Converts a transport error; its message may quote the token. Returns our own errors that passed
 * through a stream.
 */
export function explainNetworkFailure(error: unknown, url: string, transport: Transport): unknown {
  const ours = getCauses(error).find(isFailure) ?? transport.explainFailure?.(error, url);
  if (ours) return ours;
  const code = getErrorCode(error);
  if (code === '' && !isFetchError(error)) return error;
  const explained = (message: string, hint: string) => new NetworkError(message, { url, hint, cause: error });
  if (isOffline()) return explained('You are offline', 'Connect to a network, then try again.');
  return explained(
    `Could not reach ${new URL(url).host}${code ? ` (${code})` : ''}`,
    'Check the URL and your network connection, then try again.',
  );
}

/** Whether an error without a code is a network error of fetch; its message differs between engines. */
function isFetchError(error: unknown): boolean {
  if (typeof DOMException !== 'undefined' && error instanceof DOMException) return true;
  return error instanceof TypeError && /fetch|network|load failed|terminated/i.test(error.message);
}

/** Whether something failed because too many files and connections were open. */
export function isOutOfHandles(error: unknown): boolean {
  if (!isRecord(error)) return false;
  return ['EMFILE', 'ENFILE'].includes(String(error['code'])) || isOutOfHandles(error['cause']);
}

/** Milliseconds. */
const PAUSE = 50;
const MAX_WAIT = 60_000;

/** Repeats work while too many files and connections are open. */
export async function whenHandlesAreFree<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const started = performance.now(); ; await pause(PAUSE)) {
    try {
      return await work();
    } catch (error) {
      if (!isOutOfHandles(error) || performance.now() - started > MAX_WAIT) throw error;
    }
  }
}
