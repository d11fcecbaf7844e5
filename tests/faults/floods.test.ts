import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { listHubJobs, type RunEvent } from '@tryout/engine';
import { ask, chat, classify, connectionAt, rejection } from '../support/ask.ts';
import { answerBody, flood, serve } from '../support/loopback.ts';

const MiB = 1024 * 1024;
const blanks = Buffer.alloc(MiB, ' ');

/** Serves a body repeatedly; counts the bytes sent before the client disconnects. */
async function flooding(
  headers: Record<string, string>,
  body: (response: ServerResponse) => Promise<number>,
) {
  let sent: Promise<number> = Promise.resolve(0);
  const server = await serve((_, response) => {
    response.writeHead(200, headers);
    sent = body(response);
  });
  return { ...server, sent: () => sent };
}

/** Returns a function that measures the growth of the heap, in MiB. */
function growth(): () => number {
  const before = process.memoryUsage().heapUsed;
  return () => (process.memoryUsage().heapUsed - before) / MiB;
}

describe('F37: responses that are too large', () => {
  test('an endless line is cut off at the maximum event size and the connection closed', async () => {
    const server = await flooding({ 'Content-Type': 'text/event-stream' }, (response) => {
      response.write('data: {"choices":[{"delta":{"content":"');
      return flood(response, blanks);
    });
    const grown = growth();
    const error = await rejection(chat(connectionAt(server.url), server.url));
    expect(error).toMatchObject({ name: 'TooLargeError', outcome: 'failed' });
    expect(grown()).toBeLessThan(64);
    expect(await (await server.first()).left).toBe(true);
    expect(await server.sent()).toBeLessThan(24 * MiB);
  });

  test('an event with endless lines is cut off', async () => {
    const lines = Buffer.from('data: {}\n'.repeat(100_000));
    const server = await flooding({ 'Content-Type': 'text/event-stream' }, (response) =>
      flood(response, lines),
    );
    const error = await rejection(chat(connectionAt(server.url), server.url));
    expect(error.name).toBe('TooLargeError');
    expect(await (await server.first()).left).toBe(true);
  });

  test('an endless stream is cut off at the maximum size', async () => {
    const words = Buffer.from(`data: {"choices":[{"delta":{"content":"${'word '.repeat(50_000)}"}}]}\n\n`);
    const server = await flooding({ 'Content-Type': 'text/event-stream' }, (response) =>
      flood(response, words),
    );
    let received = 0;
    const onEvent = (event: RunEvent) => (received += event.type === 'text' ? event.text.length : 0);
    const error = await rejection(chat(connectionAt(server.url), server.url, { onEvent }));
    expect(error).toMatchObject({ name: 'TooLargeError' });
    expect(received).toBeGreaterThan(60 * MiB);
    expect(received).toBeLessThan(70 * MiB);
    expect(await (await server.first()).left).toBe(true);
  });

  test('endless JSON is cut off at the maximum size', async () => {
    const server = await flooding({ 'Content-Type': 'application/json' }, (response) =>
      flood(response, blanks),
    );
    const error = await rejection(classify(connectionAt(server.url), server.url));
    expect(error).toMatchObject({
      name: 'TooLargeError',
      message: 'The response is larger than 64 MiB',
    });
    expect(await (await server.first()).left).toBe(true);
    expect(await server.sent()).toBeLessThan(64 * MiB + 24 * MiB);
  });

  test('JSON with a Content-Length of 500 MB is not read', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(500 * MiB) };
    const server = await flooding(headers, (response) => flood(response, blanks));
    const error = await rejection(classify(connectionAt(server.url), server.url));
    expect(error.name).toBe('TooLargeError');
    expect(await server.sent()).toBeLessThan(24 * MiB);
  });

  test('a gzip bomb is cut off at the maximum decompressed size', async () => {
    const member = gzipSync(Buffer.alloc(16 * MiB, ' '));
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const server = await flooding(headers, (response) => flood(response, member));
    const error = await rejection(classify(connectionAt(server.url), server.url));
    expect(error).toMatchObject({ name: 'TooLargeError' });
    expect(await (await server.first()).left).toBe(true);
    expect(await server.sent()).toBeLessThan(24 * MiB);
  });

  test('an error with an endless body is reported by its start', async () => {
    const server = await serve((_, response) => {
      response.writeHead(500, { 'Content-Type': 'text/plain' });
      void flood(response, Buffer.alloc(MiB, 'x'));
    });
    const error = await rejection(classify(connectionAt(server.url), server.url));
    expect(error).toMatchObject({ name: 'InferenceError', status: 500 });
    expect(JSON.stringify(error).length).toBeLessThan(200_000);
    expect(await (await server.first()).left).toBe(true);
  });

  test('audio of ten million base64 characters is accepted', async () => {
    const sound = Buffer.concat([Buffer.from('fLaC'), randomBytes(9 * MiB)]);
    const server = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const tracks = [{ label: 'one', blob: sound.toString('base64'), 'content-type': 'audio/flac' }];
      response.end(JSON.stringify(tracks));
    });
    const audio = {
      name: 'a.flac',
      size: 4,
      contentType: 'audio/flac',
      open: () => new Blob(['fLaC']).stream(),
    };
    const { view } = await ask(
      connectionAt(server.url),
      'audio-to-audio',
      { endpointUrl: server.url },
      { audio },
    );
    if (view.kind !== 'tracks') return expect.fail();
    expect(sound.equals(view.tracks[0]?.media.bytes ?? Buffer.of())).toBe(true);
  });

  /** Serves compressed JSON. */
  const packed = (json: string) => {
    const body = gzipSync(json);
    return serve(answerBody(body, 200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }));
  };

  const millions: [string, string][] = [
    ['objects', `[${'{},'.repeat(3_000_000)}{}]`],
    ['keys', `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":0`).join()}}`],
  ];

  test.each(millions)('X2: a small response with millions of %s is not parsed', async (_what, json) => {
    const server = await packed(json);
    const connection = connectionAt(server.url);
    const expected = {
      name: 'TooLargeError',
      message: `The response from 127.0.0.1:${server.port} contains too many values`,
    };
    expect(await rejection(classify(connection, server.url))).toMatchObject(expected);
    expect(await rejection(listHubJobs(connection, 'me'))).toMatchObject(expected);
  });

  test('X2: a stream event with millions of values is not parsed', async () => {
    const server = await serve(
      answerBody(
        `data: {"choices":[{"delta":{"content":"one"}}],"more":[${'[],'.repeat(1_300_000)}0]}\n\n`,
        200,
        { 'Content-Type': 'text/event-stream' },
      ),
    );
    const error = await rejection(chat(connectionAt(server.url), server.url));
    expect(error).toMatchObject({ name: 'TooLargeError', url: `${server.url}/v1/chat/completions` });
  });

  test('X2: vectors of 300 tokens with 4,096 dimensions are accepted', async () => {
    const token = `[${Array.from({ length: 4096 }, (_, index) => `-0.0123${index}`).join()}]`;
    const server = await packed(`[[${Array.from({ length: 300 }, () => token).join()}]]`);
    const { view } = await ask(
      connectionAt(server.url),
      'feature-extraction',
      { endpointUrl: server.url },
      { text: 'ham' },
    );
    expect(view).toMatchObject({ shape: [1, 300, 4096] });
  });

  const complete = gzipSync('[{"label":"A","score":1}]');
  test.each([
    [
      'truncated',
      complete.subarray(0, 20),
      /^Invalid inference output: |^The compressed response from .* is incomplete$/,
    ],
    [
      'corrupt',
      Buffer.concat([complete.subarray(0, 14), Buffer.alloc(20, 7)]),
      /^Could not decompress the response from 127.*$/,
    ],
  ])('a %s compressed response is rejected', async (_how, body, message) => {
    const server = await serve(
      answerBody(body, 200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }),
    );
    expect((await rejection(classify(connectionAt(server.url), server.url))).message).toMatch(message);
  });
});
