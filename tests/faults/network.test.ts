import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Connection } from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';
import { ask, classify, connectionAt, rejection } from '../support/ask.ts';
import {
  answerInTurn,
  answerJson,
  closeAfterTest,
  sendJson,
  serve,
  startProxy,
  switchProtocols,
} from '../support/loopback.ts';
import { selfSigned } from '../support/self-signed.ts';

const good = [{ label: 'A', score: 1 }];

/** A TCP server; returns its port. */
async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterTest(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

/** A port without a server. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function tlsPort(): Promise<number> {
  const server = createTlsServer(selfSigned, (_, response) => sendJson(response, good)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  closeAfterTest(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

type Failed = Error & { readonly hint?: string };

function failure(url: string, more: Partial<Connection> = {}): Promise<Failed> {
  return rejection<Failed>(classify(connectionAt(url, more), url));
}

describe('F43: the error names the cause', () => {
  test('an unknown host', async () => {
    const error = await failure('http://no-such-host.invalid');
    expect(error.name).toBe('NetworkError');
    expect(error.message).toMatch(/^Could not resolve no-such-host\.invalid$/);
    expect(error).toMatchObject({ outcome: 'failed', url: 'http://no-such-host.invalid/' });
  });

  test('a refused connection', async () => {
    const port = await deadPort();
    const error = await failure(`http://127.0.0.1:${port}`);
    expect(error.message).toBe(`127.0.0.1:${port} refused the connection`);
    expect(error.hint).toBe('Check the URL and that the server is running.');
  });

  test.each([
    ['reset', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy())],
    ['closed', (socket: Socket) => socket.once('data', () => socket.end())],
    [
      'closed in the headers',
      (socket: Socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nX')),
    ],
  ])('a connection that is %s', async (_how, onSocket) => {
    const port = await listen(onSocket);
    const error = await failure(`http://127.0.0.1:${port}`);
    expect(error.message).toBe(`127.0.0.1:${port} closed the connection before responding`);
  });

  test('a truncated body', async () => {
    const port = await listen((socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n[', () =>
          socket.destroy(),
        ),
      ),
    );
    const error = await failure(`http://127.0.0.1:${port}`);
    expect(error).toMatchObject({ name: 'NetworkError', outcome: 'failed' });
    expect(error.message).toContain('closed the connection');
  });

  test('a server of another protocol', async () => {
    const port = await listen((socket) => socket.write('220 mail.example ESMTP\r\n'));
    expect((await failure(`http://127.0.0.1:${port}`)).message).toBe(
      `127.0.0.1:${port} did not respond with HTTP`,
    );
  });

  test('X1: 101 Switching Protocols ends the request and closes the connection', async () => {
    const server = await serve(({ socket }) => switchProtocols(socket));
    const error = await failure(server.url);
    expect(error).toMatchObject({
      name: 'NetworkError',
      message: `127.0.0.1:${server.port} switched to another protocol instead of responding`,
    });
    expect(await (await server.first()).left).toBe(true);
  });

  test('a self-signed certificate', async () => {
    const port = await tlsPort();
    const error = await failure(`https://localhost:${port}`);
    expect(error.message).toMatch(/^The certificate of localhost:\d+ is not trusted \(\w*SELF_SIGNED\w*\)$/);
    expect(error.hint).toContain('NODE_EXTRA_CA_CERTS');
  });

  test('https to an http server', async () => {
    const server = await serve(answerJson(good));
    const error = await failure(`https://127.0.0.1:${server.port}`);
    expect(error.message).toMatch(/^The TLS connection to 127\.0\.0\.1:\d+ failed/);
  });

  test.each([
    [
      'UND_ERR_CONNECT_TIMEOUT',
      'Connect Timeout Error (attempted address: a, timeout: 10000ms)',
      'connect',
      / 10 s/,
    ],
    ['ETIMEDOUT', 'connect ETIMEDOUT', 'connect', /example\.test/],
    ['UND_ERR_HEADERS_TIMEOUT', '', 'first byte', /example\.test/],
    ['UND_ERR_BODY_TIMEOUT', '', 'idle', /example\.test/],
  ])('a timeout of the transport: %s', async (code, message, deadline, words) => {
    const cause = Object.assign(new Error(message), { code });
    const transport = {
      ...connectionAt('http://127.0.0.1:9').transport,
      exchange: () => Promise.reject(new TypeError('fetch failed', { cause })),
    };
    const error = await failure('https://example.test/', { transport });
    expect(error).toMatchObject({ name: 'TimeoutError', deadline, outcome: 'timeout' });
    expect(error.message).toMatch(words);
  });
});

describe('F43: a proxy', () => {
  const through = (environment: Record<string, string>): Partial<Connection> => ({
    transport: nodeTransport({ environment, userAgent: 'tryout-tests' }),
    token: undefined,
  });

  test.each(['HTTP_PROXY', 'http_proxy'])('is used for http (%s)', async (name) => {
    const server = await serve(answerJson(good));
    const proxy = await startProxy({ port: server.port });
    const url = 'http://hub.invalid';
    const connection = connectionAt(url, through({ [name]: proxy.url }));
    expect((await classify(connection, url)).value).toEqual(good);
    expect(proxy.targets).toEqual(['hub.invalid:80']);
    expect(server.received[0]?.headers.host).toBe('hub.invalid');
  });

  test('is used for https, with the certificate of the target host', async () => {
    const proxy = await startProxy({ port: await tlsPort() });
    const error = await failure('https://hub.invalid', through({ HTTPS_PROXY: proxy.url }));
    expect(proxy.targets).toEqual(['hub.invalid:443']);
    expect(error.message).toMatch(/^The certificate of hub\.invalid is not trusted/);
  });

  test('receives streamed uploads with their length', async () => {
    const server = await serve(answerJson(good));
    const proxy = await startProxy({ port: server.port });
    const url = 'http://hub.invalid';
    const blob = new Blob([new Uint8Array(300_000)]);
    const image = { name: 'a.png', size: blob.size, contentType: 'image/png', open: () => blob.stream() };
    const connection = connectionAt(url, through({ HTTP_PROXY: proxy.url }));
    await ask(connection, 'image-classification', { endpointUrl: url }, { image });
    expect(server.received[0]?.headers['content-length']).toBe('300000');
    expect(server.received[0]?.body).toHaveLength(300_000);
  });

  test('is named in the error when it refuses', async () => {
    const proxy = await startProxy({ status: 403 });
    const error = await failure('https://hub.invalid', through({ HTTPS_PROXY: proxy.url }));
    expect(error.message).toBe('The proxy refused to connect to hub.invalid');
    expect(error.hint).toContain('HTTPS_PROXY');
    expect(proxy.targets).toEqual(['hub.invalid:443']);
  });

  test('is named in the error when it is unreachable, not the target host', async () => {
    const proxy = `http://127.0.0.1:${await deadPort()}`;
    const error = await failure('https://hub.invalid', through({ HTTPS_PROXY: proxy }));
    expect(error.message).toBe('Could not reach the proxy for hub.invalid (ECONNREFUSED)');
  });

  test('is not used for localhost and hosts in NO_PROXY', async () => {
    const server = await serve(answerJson(good));
    const proxy = await startProxy({ status: 403 });
    const given = { HTTP_PROXY: proxy.url, NO_PROXY: 'hub.invalid' };
    expect((await classify(connectionAt(server.url, through(given)), server.url)).value).toEqual(good);
    const error = await failure('http://hub.invalid', through(given));
    expect(error.message).toContain('hub.invalid');
    expect(proxy.targets).toEqual([]);
  });
});

describe('HF_HUB_OFFLINE', () => {
  test('only requests to localhost are sent', async () => {
    const server = await serve(answerJson(good));
    const transport = nodeTransport({ environment: { HF_HUB_OFFLINE: 'on' }, userAgent: 'tryout-tests' });
    expect((await classify(connectionAt(server.url, { transport }), server.url)).value).toEqual(good);
    const error = await failure('http://hub.invalid', { transport });
    expect(error).toMatchObject({
      name: 'InputError',
      message: 'HF_HUB_OFFLINE is set, so no requests are sent',
    });
  });
});

describe('F44: a request without a response', () => {
  test('is not repeated on a reused connection', async () => {
    const server = await serve(answerInTurn(answerJson(good), ({ socket }) => socket.resetAndDestroy()));
    const connection = connectionAt(server.url);
    await classify(connection, server.url);
    const error = await rejection<Failed>(classify(connection, server.url));
    expect(error).toMatchObject({ name: 'NetworkError', hint: 'The request was not repeated; try again.' });
    expect(server.received).toHaveLength(2);
  });

  test('is not repeated with a file', async () => {
    const server = await serve(({ socket }) => socket.resetAndDestroy());
    const blob = new Blob([new Uint8Array(200_000)]);
    const image = { name: 'a.png', size: blob.size, contentType: 'image/png', open: () => blob.stream() };
    const connection = connectionAt(server.url);
    const asked = ask(connection, 'image-classification', { endpointUrl: server.url }, { image });
    expect((await rejection(asked)).name).toBe('NetworkError');
    expect(server.received).toHaveLength(1);
  });
});
