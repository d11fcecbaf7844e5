import type { ServerResponse } from 'node:http';
import { once } from 'node:events';

/** Starts an answer of server-sent events. */
export function startEventStream(
  response: ServerResponse,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(200, {
    ...headers,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache',
  });
  response.flushHeaders();
}

/**
 * Writes text, and waits while the client reads more slowly than we write.
 * @throws AbortError once the client has gone.
 */
export async function writeText(response: ServerResponse, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!response.write(text)) await once(response, 'drain', { signal });
}

/** Writes one event whose data is a JSON value. @throws AbortError once the client has gone. */
export function writeEvent(response: ServerResponse, data: unknown, signal: AbortSignal): Promise<void> {
  return writeText(response, `data: ${JSON.stringify(data)}\n\n`, signal);
}
