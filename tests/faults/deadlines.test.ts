import { once } from 'node:events';
import { createServer } from 'node:net';
import type { ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileFromBlob, listModels, type RunEvent } from '@tryout/engine';
import { ask, chat, classify, connectionAt, deadlines, rejection } from '../support/ask.ts';
import { cliInProcess } from '../support/cli-in-process.ts';
import {
  answerBody,
  closeAfterTest,
  serve,
  type ReceivedRequest,
  type RequestHandler,
} from '../support/loopback.ts';

const head = { 'Content-Type': 'application/json' };

/** Calls `write` every 20 ms until the client disconnects: never idle, never done. */
function trickle({ socket }: ReceivedRequest, write: () => void): void {
  const timer = setInterval(write, 20);
  socket.once('close', () => clearInterval(timer));
}

/** Fakes the timers of the engine, not those of sockets and servers. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** Advances the fake time by a step (ms) per turn of the event loop until the promise settles. */
async function pass<Outcome>(awaited: Promise<Outcome>, step = 1): Promise<Outcome> {
  let isOver = false;
  const over = awaited.finally(() => (isOver = true));
  while (!isOver) {
    vi.advanceTimersByTime(step);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return over;
}

const silent: RequestHandler = () => undefined;
const stalling: RequestHandler = ({ body }, response) => {
  const isStream = body.includes('"stream":true');
  response.writeHead(200, isStream ? { 'Content-Type': 'text/event-stream' } : head);
  response.write(isStream ? ': on its way\n\n' : '[');
};

test.each<[timeout: string, server: string, RequestHandler, seconds: number]>([
  ['none', 'sends nothing', silent, 120],
  ['90', 'sends nothing', silent, 90],
  ['150', 'sends nothing', silent, 150],
  ['900', 'sends nothing', silent, 900],
  ['none', 'stalls', stalling, 60],
  ['30', 'stalls', stalling, 30],
  ['900', 'stalls', stalling, 60],
])('--timeout %s: a server that %s ends each kind of run', async (timeout, _name, handle, seconds) => {
  const option = timeout === 'none' ? [] : ['--timeout', timeout];
  const server = await serve(handle);
  const url = ['--endpoint-url', `${server.url}/v1/chat/completions`];
  const words = [
    ['run', 'text-classification', 'x', '--endpoint-url', server.url],
    ['chat', 'Hello', ...url],
    ['run', 'text-generation', 'Hello', '--no-stream', ...url],
  ];
  for (const [index, command] of words.entries()) {
    const ended = cliInProcess([...command, ...option]);
    await expect.poll(() => server.received.length).toBe(index + 1);
    const { code, stderr } = await pass(ended, 1000);
    expect({ code, stderr }).toEqual({
      code: 124,
      stderr: expect.stringContaining(`within ${seconds} s`) as string,
    });
  }
});

describe('F34: a slow server', () => {
  test('sends nothing: the first-byte deadline closes the connection', async () => {
    const server = await serve(() => undefined);
    const failing = rejection(classify(connectionAt(server.url, deadlines({ firstByte: 0.1 })), server.url));
    const { left } = await server.first();
    vi.advanceTimersByTime(100);
    const error = await failing;
    expect(error).toMatchObject({
      name: 'TimeoutError',
      deadline: 'first byte',
      outcome: 'timeout',
      url: `${server.url}/`,
    });
    expect(error.message).toBe(`No response from 127.0.0.1:${server.port} within 0.1 s`);
    expect(await left).toBe(true);
  });

  test('stalls in the body: the idle deadline closes the connection', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, head);
      response.write('[{"label"');
    });
    const error = await pass(
      rejection(classify(connectionAt(server.url, deadlines({ idle: 0.1 })), server.url)),
    );
    expect(error).toMatchObject({ code: 'TIMEOUT', deadline: 'idle' });
    expect(await (await server.first()).left).toBe(true);
  });

  test('stalls in a body without a length: what arrived is not the result', async () => {
    const server = await serve(({ socket }) =>
      socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[{"label":"spam","score":1}]'),
    );
    const connection = connectionAt(server.url, deadlines({ idle: 0.1 }));
    const error = await pass(rejection(classify(connection, server.url)));
    expect(error).toMatchObject({ code: 'TIMEOUT', deadline: 'idle' });
  });

  test('sends bytes slowly without end: the total deadline closes the connection', async () => {
    const server = await serve((received, response) => {
      response.writeHead(200, head);
      trickle(received, () => response.write(' '));
    });
    const given = deadlines({ idle: 5, total: 0.3 });
    const failing = rejection(classify(connectionAt(server.url, given), server.url));
    const { left } = await server.first();
    vi.advanceTimersByTime(300);
    expect(await failing).toMatchObject({ name: 'TimeoutError', deadline: 'total' });
    expect(await left).toBe(true);
  });

  test('sends stream comments without end: the total deadline closes the connection', async () => {
    const server = await serve((received, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      trickle(received, () => response.write(': still here\n\n'));
    });
    const failing = rejection(chat(connectionAt(server.url, deadlines({ total: 0.3 })), server.url));
    const { left } = await server.first();
    vi.advanceTimersByTime(300);
    expect(await failing).toMatchObject({ name: 'TimeoutError', deadline: 'total' });
    expect(await left).toBe(true);
  });

  test('stalls in the body of an error: the status is reported', async () => {
    const server = await serve((_, response) => {
      response.writeHead(500, head);
      response.write('{"error":');
    });
    const error = await pass(
      rejection(classify(connectionAt(server.url, deadlines({ idle: 0.1 })), server.url)),
    );
    expect(error).toMatchObject({ name: 'InferenceError', status: 500 });
    expect(await (await server.first()).left).toBe(true);
  });

  test('never completes the TLS handshake: a deadline closes the connection', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const connected = once(server, 'connection') as Promise<[Socket]>;
    closeAfterTest(async () => {
      (await connected)[0].destroy();
      server.close();
      await once(server, 'close');
    });
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const failing = rejection(classify(connectionAt(url, deadlines({ firstByte: 0.2 })), url));
    await connected;
    vi.advanceTimersByTime(200);
    expect(await failing).toMatchObject({ name: 'TimeoutError', outcome: 'timeout' });
  });

  test('does not read an upload: the idle deadline closes the connection and the file', async () => {
    const server = createServer((socket) => socket.pause()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const sockets: Socket[] = [];
    server.on('connection', (socket) => sockets.push(socket));
    closeAfterTest(async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const size = 64 * 1024 * 1024;
    const letGo = manualPromise();
    const image = {
      name: 'large.png',
      size,
      contentType: 'image/png',
      open: () =>
        new ReadableStream<Uint8Array>({
          pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
          cancel: () => letGo.resolve(),
        }),
    };
    const connection = connectionAt(url, deadlines({ idle: 0.2 }));
    const error = await pass(
      rejection(ask(connection, 'image-classification', { endpointUrl: url }, { image })),
    );
    expect(error).toMatchObject({ name: 'TimeoutError', deadline: 'idle' });
    await letGo.promise;
  });

  test('redirects: the total deadline is not restarted', async () => {
    const server = await serve((_, response) => {
      vi.advanceTimersByTime(100);
      response.writeHead(307, { Location: '/' });
      response.end();
    });
    const error = await rejection(classify(connectionAt(server.url, deadlines({ total: 0.25 })), server.url));
    expect(error).toMatchObject({ name: 'TimeoutError', deadline: 'total' });
    expect(server.received).toHaveLength(3);
  });

  test('pages of a listing: the total deadline is not restarted', async () => {
    let pages = 0;
    const server = await serve((_, response) => {
      pages += 1;
      vi.advanceTimersByTime(60);
      response.writeHead(200, { ...head, Link: `</api/models?page=${pages}>; rel="next"` });
      response.end('[]');
    });
    const connection = connectionAt(server.url, deadlines({ total: 0.3 }));
    const error = await rejection(
      (async () => {
        for await (const _page of listModels(connection, { task: 'fill-mask' }));
      })(),
    );
    expect(error).toMatchObject({ name: 'TimeoutError', deadline: 'total' });
    expect(pages).toBe(5);
  });
});

describe('Canceling', () => {
  const states: [string, (received: ReceivedRequest, response: ServerResponse) => void][] = [
    ['before the first byte', () => undefined],
    [
      'in the body',
      (_, response) => {
        response.writeHead(200, head);
        response.write('[');
      },
    ],
    [
      'in the body of an error',
      (_, response) => {
        response.writeHead(500, head);
        response.write('[');
      },
    ],
  ];

  test.each(states)(
    '%s closes the connection and is not reported as a server error',
    async (_when, answer) => {
      const server = await serve(answer);
      const controller = new AbortController();
      const answered = server.first().then(() => controller.abort());
      const error = await rejection(
        classify(connectionAt(server.url), server.url, { signal: controller.signal }),
      );
      await answered;
      expect(error).toMatchObject({ name: 'CanceledError', outcome: 'canceled' });
      expect(await (await server.first()).left).toBe(true);
    },
  );

  test('in a stream keeps the partial answer', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: {"choices":[{"delta":{"content":"one"}}]}\n\n');
    });
    const controller = new AbortController();
    const texts: string[] = [];
    const onEvent = (event: RunEvent) => {
      if (event.type !== 'text') return;
      texts.push(event.text);
      controller.abort();
    };
    const error = await rejection(
      chat(connectionAt(server.url), server.url, { signal: controller.signal, onEvent }),
    );
    expect(error.name).toBe('CanceledError');
    expect(texts).toEqual(['one']);
    expect(await (await server.first()).left).toBe(true);
  });

  test('before the start sends nothing', async () => {
    const server = await serve(() => undefined);
    const error = await rejection(
      classify(connectionAt(server.url), server.url, { signal: AbortSignal.abort() }),
    );
    expect(error.name).toBe('CanceledError');
    expect(server.received).toHaveLength(0);
  });
});

describe('Cleanup after a run', () => {
  test.each([
    ['successful', 200],
    ['failed', 500],
    ['redirected', 307],
  ])('%s: leaves no timer', async (_how, status) => {
    const server = await serve(
      answerBody('[{"label":"A","score":1}]', status, { ...head, Location: 'http://example.invalid/' }),
    );
    await classify(connectionAt(server.url), server.url).catch(() => undefined);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a response before the end of the upload leaves no timer and closes the file', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.once('data', () => {
        socket.pause();
        socket.write(
          'HTTP/1.1 413 Payload Too Large\r\nContent-Type: application/json\r\nContent-Length: 19\r\n\r\n{"error":"too big"}',
        );
      });
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closeAfterTest(async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const letGo = manualPromise();
    const image = {
      name: 'large.png',
      size: 64 * 1024 * 1024,
      contentType: 'image/png',
      open: () =>
        new ReadableStream<Uint8Array>({
          pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
          cancel: () => letGo.resolve(),
        }),
    };
    const error = await rejection(
      ask(connectionAt(url), 'image-classification', { endpointUrl: url }, { image }),
    );
    expect(error).toMatchObject({ name: 'InferenceError', status: 413, message: 'too big' });
    await letGo.promise;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a file that shrinks while it is read is reported', async () => {
    const server = await serve((_, response) => response.end());
    const blob = new Blob([new Uint8Array(10)]);
    const image = { ...fileFromBlob(blob, 'small.png', 'image/png'), size: 20 };
    const error = await rejection(
      ask(connectionAt(server.url), 'image-classification', { endpointUrl: server.url }, { image }),
    );
    expect(error).toMatchObject({ name: 'InputError', message: 'small.png changed while it was being read' });
  });
});

function manualPromise(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
