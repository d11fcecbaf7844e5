import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '@tryout/engine';
import { chat, connectionAt, deadlines, rejection } from '../support/ask.ts';
import { answerBody, serve, type LoopbackServer, type RequestHandler } from '../support/loopback.ts';

const stream = { 'Content-Type': 'text/event-stream' };
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const word = (content: string, reason: string | null = null) =>
  event({ id: 'x', created: 1, model: 'm', choices: [{ delta: { content }, finish_reason: reason }] });

/** A server that streams these bytes, or calls the function after sending the headers. */
function streaming(
  answer: string | Buffer | ((response: ServerResponse) => unknown),
): Promise<LoopbackServer> {
  const answering: RequestHandler = (_, response) => {
    response.writeHead(200, stream);
    if (typeof answer === 'function') answer(response);
    else response.end(answer);
  };
  return serve(answering);
}

/** Runs a chat; returns its pieces of text with its value or error. */
async function listen(server: LoopbackServer, given = {}) {
  const texts: string[] = [];
  const onEvent = (one: RunEvent) => one.type === 'text' && texts.push(one.text);
  const outcome = await chat(connectionAt(server.url, given), server.url, { onEvent }).then(
    (result) => ({ value: result.value as { choices: { message: { content: string } }[] } }),
    (error: Error) => ({ error }),
  );
  return { text: texts.join(''), ...outcome };
}

describe('F35: an interrupted stream', () => {
  const endings: [string, (response: ServerResponse) => unknown][] = [
    ['ending in the middle of an event', (response) => response.end('data: {"choices":[{"del')],
    ['ending without [DONE] and a finish reason', (response) => response.end()],
    ['closed', (response) => response.write('data: {', () => response.socket?.destroy())],
    ['reset', (response) => response.write('\n', () => response.socket?.resetAndDestroy())],
  ];

  test.each(endings)('%s: keeps and marks the partial answer', async (_how, end) => {
    const server = await streaming((response) =>
      response.write(word('one ') + word('two'), () => end(response)),
    );
    const { text, error } = (await listen(server)) as { text: string; error: Error & { partial: unknown } };
    expect(error.name).toBe('IncompleteAnswerError');
    expect(error).toMatchObject({
      partial: 'one two',
      hint: 'Partial answer kept. Run it again for the full answer.',
      outcome: 'failed',
      url: server.url + '/v1/chat/completions',
    });
    expect(text).toBe('one two');
  });

  test.each(['', '\n', '\r\n', '\r', '\r\r'])(
    'closed after an event that ends with %j: keeps it',
    async (end) => {
      const server = await streaming((response) =>
        response.write(word('one') + word(' two').trimEnd() + end, () => response.socket?.destroy()),
      );
      expect(await listen(server)).toMatchObject({ text: 'one two', error: { partial: 'one two' } });
    },
  );

  const coders: [string, (text: string) => Buffer][] = [
    ['gzip', (text) => gzipSync(text, { finishFlush: constants.Z_SYNC_FLUSH })],
    ['deflate', (text) => deflateSync(text, { finishFlush: constants.Z_SYNC_FLUSH })],
    ['br', (text) => brotliCompressSync(text, { finishFlush: constants.BROTLI_OPERATION_FLUSH })],
  ];

  test.each(coders)('with %s, closed or incomplete: keeps what has arrived', async (coding, encode) => {
    const bytes = encode(word('one ') + word('two'));
    for (const length of [bytes.length, bytes.length + 1]) {
      const headers = { 'Content-Encoding': coding, 'Content-Length': String(length), Connection: 'close' };
      const server = await serve(answerBody(bytes, 200, { ...stream, ...headers }));
      expect(await listen(server)).toMatchObject({ text: 'one two', error: { partial: 'one two' } });
    }
  });

  test('without any text: promises no partial answer', async () => {
    const outcome = await listen(await streaming(''));
    expect(outcome).toMatchObject({ error: { partial: '', hint: 'Try again.' } });
  });

  test('stalled: the idle deadline ends it after its events were emitted', async () => {
    const server = await streaming((response) => response.write(word('one')));
    const { text, error } = (await listen(server, deadlines({ idle: 0.1 }))) as {
      text: string;
      error: Error;
    };
    expect(error).toMatchObject({ name: 'TimeoutError', deadline: 'idle' });
    expect(text).toBe('one');
    expect(await (await server.first()).left).toBe(true);
  });

  const wholeEndings: [string, (response: ServerResponse) => unknown][] = [
    ['the end of the stream', (response) => response.end()],
    ['a reset', (response) => response.write('\n', () => response.socket?.resetAndDestroy())],
    ['silence', () => undefined],
    ['half an event', (response) => response.end('data: {"ch')],
    ['[DONE] without a blank line', (response) => response.end('data: [DONE]')],
    ['"[DONE] "', (response) => response.end('data: [DONE] \n\n')],
    ['[DONE] and more events', (response) => response.write(`data: [DONE]\n\n${word('no more')}`)],
  ];

  test.each(wholeEndings)('is complete if the finish reason is followed by %s', async (_how, end) => {
    const server = await streaming((response) => response.write(word('one', 'stop'), () => end(response)));
    const { value } = (await listen(server, deadlines({ idle: 0.1 }))) as { value: object };
    expect(value).toMatchObject({ choices: [{ message: { content: 'one' }, finish_reason: 'stop' }] });
  });

  test('the last event does not need a blank line', async () => {
    const server = await streaming(word('one', 'stop').trimEnd());
    expect(await listen(server)).toMatchObject({
      text: 'one',
      value: { choices: [{ finish_reason: 'stop' }] },
    });
  });

  test('[DONE] closes the connection', async () => {
    const server = await streaming((response) => response.write(`${word('one')}data: [DONE]\n\n`));
    expect((await listen(server)).text).toBe('one');
    expect(await (await server.first()).left).toBe(true);
  });
});

describe('F36: all notations of server-sent events', () => {
  const recording = new URL('../../../shared/recordings/chat-completion-stream.json', import.meta.url);

  /** The parts of an event stream in a valid notation. */
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  const contents = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 6,
  });
  const noise = fc.constantFrom(
    '',
    ': comment',
    'retry: 10',
    'id: 7',
    'unknown: field',
    'event: message',
    ':',
  );
  const cuts = fc.array(fc.nat(), { maxLength: 12 });

  function written(
    texts: string[],
    end: string,
    prefix: string[],
    space: string,
    multiLine: boolean,
  ): string {
    const events = texts.map((content, index) => {
      const json = JSON.stringify({ id: 'x', choices: [{ delta: { content } }] }, null, multiLine ? 1 : 0);
      const lines = [
        prefix[index % prefix.length] ?? '',
        ...json.split('\n').map((line) => `data:${space}${line}`),
      ];
      return lines.filter((line) => line !== '').join(end) + end + end;
    });
    return `${events.join('')}data: [DONE]${end}${end}`;
  }

  async function expectSameEvents(numRuns: number): Promise<void> {
    let pieces: Buffer[] = [];
    const server = await streaming(async (response) => {
      response.socket?.setNoDelay(true);
      for (const piece of pieces) await new Promise((sent) => response.write(piece, sent));
      response.end();
    });
    await fc.assert(
      fc.asyncProperty(
        contents,
        lineEnd,
        fc.array(noise, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', ' '),
        fc.boolean(),
        fc.boolean(),
        cuts,
        async (texts, end, prefix, space, multiLine, mark, at) => {
          const text = (mark ? '\ufeff' : '') + written(texts, end, prefix, space, multiLine);
          const bytes = Buffer.from(text);
          const points = [...new Set([0, ...at.map((cut) => cut % bytes.length), bytes.length])].sort(
            (a, b) => a - b,
          );
          pieces = points.slice(1).map((point, index) => bytes.subarray(points[index], point));
          expect((await listen(server)).text).toBe(texts.join(''));
        },
      ),
      { numRuns },
    );
  }

  const notations =
    'every split, line ending, BOM, comment, multi-line data and multi-byte character results in the same events';
  test(notations, () => expectSameEvents(30));
  test(`${notations}, more of them`, { tags: ['nightly'] }, () => expectSameEvents(300));

  test('a recorded real stream', async (context) => {
    let recorded: { response: { text: string } };
    try {
      recorded = JSON.parse(readFileSync(recording, 'utf8')) as typeof recorded;
    } catch {
      return context.skip('the recorded responses are not available');
    }
    const server = await streaming(recorded.response.text);
    const { text, value } = (await listen(server)) as { text: string; value: object };
    expect(text).toContain('2');
    expect(value).toMatchObject({ model: 'mistralai/Mistral-7B-Instruct-v0.2' });
  });

  const errors: [string, string, string][] = [
    ['event: error', 'event: error\ndata: {"message":"The worker died."}\n\n', 'The worker died.'],
    ['an error text', event({ error: 'The worker died.' }), 'The worker died.'],
    ['an error object', event({ error: { message: 'The worker died.' } }), 'The worker died.'],
    ['an error of another shape', event({ error: { code: 7 } }), '{"code":7}'],
    ['a deeply nested error', `data: {"error":${'['.repeat(1e5)}${']'.repeat(1e5)}}\n\n`, 'Unknown error'],
    ['an error without a blank line', event({ error: 'The worker died.' }).trimEnd(), 'The worker died.'],
    ['event: error with a text', 'event: error\ndata: out of memory\n\n', 'out of memory'],
  ];
  test.each(errors)('%s is an error after the preceding text', async (_how, text, message) => {
    const { text: before, error } = (await listen(await streaming(word('one') + text))) as {
      text: string;
      error: Error;
    };
    expect(error).toMatchObject({ name: 'StreamError', message, outcome: 'failed' });
    expect(before).toBe('one');
  });

  test.each([
    ['bad JSON', 'data: {nonsense}\n\n'],
    ['a number', 'data: 5\n\n'],
    ['null', 'data: null\n\n'],
    ['a list', 'data: [1]\n\n'],
    ['NaN', 'data: {"choices":NaN}\n\n'],
  ])('%s as an event is an error', async (_what, text) => {
    const { error } = (await listen(await streaming(text))) as { error: Error };
    expect(error.message).toMatch(/^Invalid inference output: /);
  });

  test.each([
    '5',
    'null',
    '[]',
    '[null]',
    '[5]',
    '{}',
    '[{"delta":5,"finish_reason":{}}]',
    '[{"delta":{"content":{}}}]',
  ])('choices of the form %s are ignored', async (choices) => {
    const server = await streaming(`data: {"choices":${choices}}\n\n${word('one', 'stop')}`);
    expect((await listen(server)).text).toBe('one');
  });

  test('F39: a stream without an answer is an error', async () => {
    for (const text of ['data: [DONE]\n\n', 'data: {}\n\ndata: [DONE]\n\n']) {
      const { error } = (await listen(await streaming(text))) as { error: Error };
      expect(error.message).toBe('Invalid inference output: the stream contains no answer');
    }
  });

  test('a response that is not a stream is reported in the specified words and closed', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.write('{"choices":');
    });
    const error = await rejection(chat(connectionAt(server.url), server.url));
    expect(error).toMatchObject({
      name: 'StreamError',
      received: '{"choices":',
      message: 'Server does not support event stream content type, it returned application/json',
    });
    expect(await (await server.first()).left).toBe(true);
  });

  test('the content type may be uppercase and have a charset', async () => {
    const server = await serve(
      answerBody(word('one', 'stop'), 200, { 'Content-Type': 'Text/Event-Stream; charset=utf-8' }),
    );
    expect((await listen(server)).text).toBe('one');
  });
});
