import type { IncomingMessage, ServerResponse } from 'node:http';

const exposed = [
  'Link',
  'ETag',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Bill-To',
  'X-Compute-Time',
  'X-Error-Code',
  'X-Error-Message',
  'X-Inference-Provider',
  'X-Repo-Commit',
  'X-Request-Id',
].join(', ');

/** Lets pages of any origin read the answers, as the Hub does. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  const origin = request.headers.origin;
  response.setHeader('Vary', 'Origin');
  if (origin === undefined) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', exposed);
}

/** Answers the question that a browser asks before it sends a request with headers of its own. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
    'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '*',
    'Access-Control-Max-Age': '600',
  });
  response.end();
}
