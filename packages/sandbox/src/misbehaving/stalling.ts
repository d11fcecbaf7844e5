import type { ServerResponse } from 'node:http';
import { defineMisbehavior } from './define-misbehavior.ts';

function start(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.write('[[{"label":"LABEL_0"');
}

function trickle(response: ServerResponse): void {
  start(response);
  const timer = setInterval(() => response.write(' '), 1000);
  response.once('close', () => clearInterval(timer));
}

/** Models that keep the caller waiting, or hang up. */
export const stallingModels = [
  defineMisbehavior('silent', 'It takes the request and never answers a byte.', () => undefined),
  defineMisbehavior('stalls', 'It starts its answer and never goes on.', ({ exchange }) =>
    start(exchange.response),
  ),
  defineMisbehavior('trickles', 'It answers one byte a second, without end.', ({ exchange }) =>
    trickle(exchange.response),
  ),
  defineMisbehavior('resets', 'It resets the connection once it has the whole request.', ({ exchange }) => {
    exchange.request.socket.resetAndDestroy();
  }),
];
