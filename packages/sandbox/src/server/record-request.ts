import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RecordedRequest } from '../options.ts';

/**
 * Notes the body of a request while others read it, and reports the request once its answer is over.
 * The chunks are copied where the parser pushes them, since a second reader would take them from the first.
 */
export function recordRequest(
  request: IncomingMessage,
  response: ServerResponse,
  report: (recorded: RecordedRequest) => void,
): void {
  const chunks: Buffer[] = [];
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    return push(chunk, encoding);
  };
  response.once('close', () => {
    report({
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
    });
  });
}
