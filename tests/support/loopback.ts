import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEveryTest } from './hooks.ts';

/** A request that a server received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly socket: Socket;
  /** Resolves at the end of the exchange: true if the client left before the response was complete. */
  readonly left: Promise<boolean>;
}

export type RequestHandler = (received: ReceivedRequest, response: ServerResponse) => unknown;

export interface LoopbackServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The same server at `localhost`, which is another origin. */
  readonly otherUrl: string;
  readonly port: number;
  /** Requests whose body is complete, in order. */
  readonly received: ReceivedRequest[];
  /** Waits for the first request. */
  first(): Promise<ReceivedRequest>;
}

const openResources: (() => Promise<void>)[] = [];

/** Calls a function after the current test. */
export function closeAfterTest(close: () => Promise<void>): void {
  openResources.push(close);
}

afterEveryTest(async () => {
  await Promise.all(openResources.splice(0).map((close) => close()));
});

/** CORS headers like the Hub's, for tests that run in a browser. */
function allowOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', headers.origin ?? '*');
  response.setHeader('Access-Control-Allow-Headers', headers['access-control-request-headers'] ?? '*');
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST');
  response.setHeader(
    'Access-Control-Expose-Headers',
    'Link, Retry-After, X-Request-Id, X-Inference-Provider',
  );
}

/** Starts a server on a free port of 127.0.0.1; calls the handler when a request's body is complete. Closed after the test. */
export async function serve(handle: RequestHandler): Promise<LoopbackServer> {
  const received: ReceivedRequest[] = [];
  let resolveFirst: (first: ReceivedRequest) => void;
  const first = new Promise<ReceivedRequest>((resolve) => (resolveFirst = resolve));
  const server = createServer((request, response) => {
    if (request.headers.origin !== undefined) allowOrigin(request, response);
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const left = new Promise<boolean>((resolve) =>
      response.once('close', () => resolve(!response.writableFinished)),
    );
    buffer(request).then(
      (body) => {
        const { method = '', url = '', headers, socket } = request;
        const entry = { method, url, headers, body, socket, left };
        received.push(entry);
        resolveFirst(entry);
        handle(entry, response);
      },
      () => undefined,
    );
  });
  // Commands in this process may block it for so long that an idle connection would end just when it is used again.
  server.keepAliveTimeout = 0;
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

export function sendJson(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** Answers every request with JSON. */
export const answerJson =
  (value: unknown, status?: number, headers?: Record<string, string>): RequestHandler =>
  (_received, response) =>
    sendJson(response, value, status, headers);

/** Answers every request with the same bytes. */
export const answerBody =
  (body: string | Uint8Array, status = 200, headers: Record<string, string> = {}): RequestHandler =>
  (_received, response) =>
    response.writeHead(status, headers).end(body);

/** Answers every request with server-sent events and `[DONE]`. */
export const answerEvents = (...events: readonly object[]): RequestHandler =>
  answerBody(`${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`, 200, {
    'Content-Type': 'text/event-stream',
  });

/** Gives each request the next answer; the last one is for all further requests. */
export function answerInTurn(...answers: readonly RequestHandler[]): RequestHandler {
  let count = 0;
  return (received, response) => answers[Math.min(count++, answers.length - 1)]!(received, response);
}

/** Sends `101 Switching Protocols`; no HTTP response can follow. */
export function switchProtocols(socket: Socket): void {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n');
}

/** Writes the same chunk until the client disconnects, respecting backpressure; returns the bytes written. */
export async function flood(response: ServerResponse, chunk: Buffer | string): Promise<number> {
  let sent = 0;
  while (!response.destroyed && !response.writableEnded) {
    sent += chunk.length;
    if (response.write(chunk)) continue;
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

export interface Proxy {
  readonly url: string;
  /** The targets (`host:port`) of its CONNECT requests. */
  readonly targets: string[];
}

/** A proxy that answers CONNECT with a tunnel to a port of this machine, whatever the target, or with an error status. */
export async function startProxy(reply: { port: number } | { status: number }): Promise<Proxy> {
  const targets: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => {
    response.writeHead(500);
    response.end();
  });
  server.on('connect', (request, socket: Socket) => {
    targets.push(request.url ?? '');
    sockets.add(socket);
    socket.on('error', () => undefined);
    if ('status' in reply) return void socket.end(`HTTP/1.1 ${reply.status} No\r\nContent-Length: 0\r\n\r\n`);
    const upstream = connect(reply.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    sockets.add(upstream);
    upstream.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterTest(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, targets };
}
