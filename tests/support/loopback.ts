import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEveryTest } from './hooks.ts';

/** A request as it reached a server. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly socket: Socket;
  /** Settles when the exchange is over; true when the client left before the answer was complete. */
  readonly left: Promise<boolean>;
}

export type Answering = (received: Received, response: ServerResponse) => unknown;

export interface LoopbackServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The same server under another name, hence another origin. */
  readonly otherUrl: string;
  readonly port: number;
  /** Requests whose body has come whole, in order. */
  readonly received: Received[];
  /** The first request, as soon as there is one. */
  first(): Promise<Received>;
}

const running: (() => Promise<void>)[] = [];

/** Has something closed after the test. */
export function closeAfterTest(close: () => Promise<void>): void {
  running.push(close);
}

afterEveryTest(async () => {
  await Promise.all(running.splice(0).map((close) => close()));
});

/** Lets pages of other origins read the answers, as the Hub does; for suites that run as in a browser. */
function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '*');
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
  response.setHeader(
    'Access-Control-Expose-Headers',
    'Link, Retry-After, X-Request-Id, X-Inference-Provider',
  );
}

async function readWhole(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A server on a free port of 127.0.0.1 that answers each request once its body has come; closed after the test. */
export async function serve(answer: Answering): Promise<LoopbackServer> {
  const received: Received[] = [];
  let tellFirst: (first: Received) => void;
  const first = new Promise<Received>((resolve) => (tellFirst = resolve));
  const server = createServer((request, response) => {
    if (request.headers.origin !== undefined) allowOrigin(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const left = new Promise<boolean>((resolve) =>
      response.once('close', () => resolve(!response.writableFinished)),
    );
    readWhole(request).then(
      (body) => {
        const { method = '', url = '', headers, socket } = request;
        const entry = { method, url, headers, body, socket, left };
        received.push(entry);
        tellFirst(entry);
        answer(entry, response);
      },
      () => undefined,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterTest(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    otherUrl: `http://localhost:${port}`,
    port,
    received,
    first: () => first,
  };
}

/** Answers JSON. */
export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** Answers a request with a switch to another protocol, after which no response follows. */
export function switchProtocols(socket: Socket): void {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n');
}

/** Writes again and again until the client has gone, waiting for the pipe; gives the bytes written. */
export async function flood(response: ServerResponse, piece: Buffer | string): Promise<number> {
  let sent = 0;
  while (!response.destroyed && !response.writableEnded) {
    sent += piece.length;
    if (response.write(piece)) continue;
    await new Promise<void>((resolve) => {
      const go = () => {
        response.off('drain', go);
        response.off('close', go);
        resolve();
      };
      response.once('drain', go);
      response.once('close', go);
    });
  }
  return sent;
}
