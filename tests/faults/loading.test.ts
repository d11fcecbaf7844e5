import { afterEach, describe, expect, test, vi } from 'vitest';
import type { RunEvent } from '@tryout/engine';
import { chat, classify, connectionAnswering, connectionAt, deadlines, rejection } from '../support/ask.ts';
import { answerBody, answerInTurn, answerJson, serve } from '../support/loopback.ts';

const loading = { error: 'Model m is currently loading' };
const good = [{ label: 'A', score: 1 }];

/** A server that replies 503 to the first request, or to all. */
function loadingServer(which: 'first' | 'all', more: object = {}, headers: Record<string, string> = {}) {
  const wait = answerJson({ ...loading, ...more }, 503, headers);
  return serve(which === 'all' ? wait : answerInTurn(wait, answerJson(good)));
}

function collectEvents() {
  const events: RunEvent[] = [];
  return { events, onEvent: (event: RunEvent) => events.push(event) };
}

afterEach(() => void vi.useRealTimers());

describe('F40: 503 while a model loads', () => {
  const waits: [string, object, Record<string, string>, number | undefined][] = [
    ['with an estimated time', { estimated_time: 20.5 }, {}, 20.5],
    ['without an estimated time', {}, {}, undefined],
    ['with Retry-After', {}, { 'Retry-After': '0' }, 0],
    ['with both', { estimated_time: 7 }, { 'Retry-After': '0' }, 7],
    ['with an invalid Retry-After', {}, { 'Retry-After': 'soon' }, undefined],
    ['X11: with a huge Retry-After', {}, { 'Retry-After': '9'.repeat(400) }, undefined],
    ['X11: with a huge estimate', { estimated_time: 1e300 }, {}, undefined],
    ['with an estimate that is not a number', { estimated_time: 'soon' }, {}, undefined],
  ];

  test.each(waits)(
    'once, %s: retries with X-Wait-For-Model and succeeds',
    async (_how, more, headers, seconds) => {
      const server = await loadingServer('first', more, headers);
      const { events, onEvent } = collectEvents();
      const { value } = await classify(connectionAt(server.url), server.url, { onEvent });
      expect(value).toEqual(good);
      expect(server.received.map(({ headers: sent }) => sent['x-wait-for-model'])).toEqual([
        undefined,
        'true',
      ]);
      expect(server.received[1]?.body.equals(server.received[0]?.body ?? Buffer.of())).toBe(true);
      const waiting = events.filter(({ type }) => type === 'waiting');
      expect(waiting).toEqual([seconds === undefined ? { type: 'waiting' } : { type: 'waiting', seconds }]);
    },
  );

  test.each(waits)('repeatedly, %s: sends only two requests', async (_how, more, headers) => {
    const server = await loadingServer('all', more, headers);
    const error = await rejection(classify(connectionAt(server.url), server.url));
    expect(error).toMatchObject({
      name: 'InferenceError',
      status: 503,
      message: 'Model m is currently loading',
    });
    expect(server.received).toHaveLength(2);
    expect(server.received[1]?.headers['x-wait-for-model']).toBe('true');
  });

  test.each<[string, Record<string, string>, object, number]>([
    ['Retry-After in seconds', { 'retry-after': '30' }, {}, 30],
    ['Retry-After as a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:45 GMT' }, {}, 45],
    ['a date that is over', { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, {}, 0],
    ['RateLimit', { ratelimit: '"api";r=0;t=12' }, {}, 12],
    ['Retry-After before RateLimit', { 'retry-after': '3', ratelimit: '"api";r=0;t=12' }, {}, 3],
    ['an estimate, which the server itself waits for', {}, { estimated_time: 20 }, 0],
  ])('waits exactly as long as named by %s', async (_how, headers, body, seconds) => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'Date'],
      now: Date.parse('2026-01-01T00:00:00Z'),
    });
    const { events, onEvent } = collectEvents();
    const sent: string[] = [];
    const connection = connectionAnswering((url) => {
      sent.push(url);
      return sent.length === 1 ? { status: 503, headers, json: { ...loading, ...body } } : { json: good };
    });
    const running = classify(connection, 'http://127.0.0.1:9/', { onEvent });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    while (!events.some(({ type }) => type === 'waiting')) await settle();
    for (let turn = 0; turn < 5; turn += 1) await settle();
    if (seconds > 0) {
      vi.advanceTimersByTime(seconds * 1000 - 1);
      for (let turn = 0; turn < 5; turn += 1) await settle();
      expect(sent).toHaveLength(1);
    }
    vi.advanceTimersByTime(1);
    expect((await running).value).toEqual(good);
    expect(sent).toHaveLength(2);
  });

  test('retries when the body is not JSON', async () => {
    const page = answerBody('<h1>Service Unavailable</h1>', 503, { 'Content-Type': 'text/html' });
    const server = await serve(answerInTurn(page, answerJson(good)));
    expect((await classify(connectionAt(server.url), server.url)).value).toEqual(good);
    expect(server.received).toHaveLength(2);
  });

  test('retries a chat', async () => {
    const server = await loadingServer('all');
    const error = await rejection(chat(connectionAt(server.url), server.url));
    expect(error).toMatchObject({ status: 503, message: 'Model m is currently loading' });
    expect(server.received).toHaveLength(2);
  });

  test('reports another error after the wait without a second retry', async () => {
    const answers = [503, 500].map((status) => answerJson({ error: 'out of memory' }, status));
    const server = await serve(answerInTurn(...answers));
    const error = await rejection(classify(connectionAt(server.url), server.url));
    expect(error).toMatchObject({ status: 500, message: 'out of memory' });
    expect(server.received).toHaveLength(2);
  });

  test('cancels the wait', async () => {
    const server = await loadingServer('first', {}, { 'Retry-After': '30' });
    const controller = new AbortController();
    const onEvent = ({ type }: RunEvent) => type === 'waiting' && controller.abort();
    const error = await rejection(
      classify(connectionAt(server.url), server.url, { signal: controller.signal, onEvent }),
    );
    expect(error.name).toBe('CanceledError');
    expect(server.received).toHaveLength(1);
  });

  test('reports the error at once if the wait would exceed the total deadline', async () => {
    const server = await loadingServer('first', {}, { 'Retry-After': '30' });
    const error = await rejection(classify(connectionAt(server.url, deadlines({ total: 5 })), server.url));
    expect(error).toMatchObject({
      status: 503,
      retryAfter: 30,
      hint: 'The model is not ready; try again in 30 s.',
    });
    expect(server.received).toHaveLength(1);
  });

  test('applies the total deadline to both requests together', async () => {
    const server = await serve(answerInTurn(answerJson(loading, 503), () => undefined));
    const error = await rejection(classify(connectionAt(server.url, deadlines({ total: 0.2 })), server.url));
    expect(error).toMatchObject({ name: 'TimeoutError', deadline: 'total' });
  });
});

describe('F41: 429', () => {
  const answers: [string, Record<string, string>, number | undefined, string][] = [
    ['with Retry-After in seconds', { 'Retry-After': '7' }, 7, 'Try again in 7 s.'],
    ['with RateLimit', { RateLimit: '"api";r=0;t=42' }, 42, 'Try again in 42 s.'],
    ...['9'.repeat(400), '86401', 'Fri, 31 Dec 9999 23:59:59 GMT'].map(
      (value): [string, Record<string, string>, undefined, string] => [
        `X11: with Retry-After ${value.slice(0, 40)}, too long to wait,`,
        { 'Retry-After': value },
        undefined,
        'Too many requests: wait a minute, then try again.',
      ],
    ),
    ['without a hint', {}, undefined, 'Too many requests: wait a minute, then try again.'],
  ];

  test.each(answers)(
    '%s says when to try again and sends one request',
    async (_how, headers, retryAfter, hint) => {
      const server = await serve(answerJson({ error: 'Too many requests' }, 429, headers));
      const error = await rejection(classify(connectionAt(server.url), server.url));
      expect(error).toMatchObject({ name: 'InferenceError', status: 429, hint });
      expect((error as { retryAfter?: number }).retryAfter).toBe(retryAfter);
      expect(server.received).toHaveLength(1);
    },
  );

  test.each([
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['0', 0],
  ])('Retry-After may be a date, and may be over: %s', async (value, seconds) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
    const refusing = connectionAnswering(() => ({
      status: 429,
      headers: { 'retry-after': value },
      json: { error: 'Too many requests' },
    }));
    const error = await rejection(classify(refusing, 'http://127.0.0.1:9/'));
    expect(error).toMatchObject({ retryAfter: seconds, hint: `Try again in ${seconds} s.` });
  });
});
