import { findCandidates, taskNamed, type Transport } from '@tryout/engine';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectionAt } from '../../support/ask.ts';

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
}

/** Sends requests through the limiter of a batch; each waits for its answer. */
async function createClient(concurrency: number) {
  const open: ((answer: Answer) => void)[] = [];
  const transport: Transport = {
    streamsUploads: true,
    encodeBase64: (bytes) => bytes,
    exchange: ({ url }) =>
      new Promise((resolve) =>
        open.push(({ status, headers = {} }) =>
          resolve({ status, headers: new Map(Object.entries(headers)), body: null, url }),
        ),
      ),
  };
  const [candidate] = await findCandidates(
    connectionAt('https://a.test', { transport }),
    taskNamed('fill-mask'),
    [{ endpointUrl: 'https://a.test/' }],
    concurrency,
  );
  const { limiter, connection } = candidate!;
  async function run() {
    if (!(await limiter.acquire())) return;
    const request = {
      method: 'POST',
      url: 'http://a.test/',
      headers: {},
      signal: new AbortController().signal,
    } as const;
    await connection.transport.exchange(request).catch(() => undefined);
    limiter.release();
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    limiter,
    start: (count: number) => Array.from({ length: count }, () => void run()),
    inFlight: () => open.length,
    async answer(count: number, answer: Answer) {
      for (const each of open.splice(0, count)) each(answer);
      await settle();
    },
    settle,
  };
}

const done = { status: 200 };

/** Answers rounds of requests, and returns the number in flight of each. */
async function grow(client: Awaited<ReturnType<typeof createClient>>, rounds: number) {
  const seen: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    seen.push(client.inFlight());
    await client.answer(client.inFlight(), done);
  }
  return seen;
}

/** The clock of the limiter; `settle` is not faked. */
const toFake = ['setTimeout', 'clearTimeout', 'performance', 'Date'] as const;
beforeEach(() => void vi.useFakeTimers({ toFake: [...toFake], now: Date.parse('2026-01-01T00:00:00Z') }));
afterEach(() => void vi.useRealTimers());

describe('the limiter of a provider', () => {
  test('grows by one per round up to the maximum', async () => {
    const client = await createClient(5);
    client.start(100);
    await client.settle();
    expect(await grow(client, 6)).toEqual([2, 3, 4, 5, 5, 5]);
  });

  test('halves once for all 429 of an episode, and again in the next', async () => {
    const client = await createClient(8);
    client.start(200);
    await client.settle();
    await grow(client, 7);
    expect(client.inFlight()).toBe(8);
    const refused = { status: 429, headers: { 'retry-after': '0' } };
    await client.answer(8, refused);
    expect(client.inFlight()).toBe(4);
    await client.answer(4, refused);
    expect(client.inFlight()).toBe(2);
  });

  test.each([
    ['Retry-After of a 429', { status: 429, headers: { 'retry-after': '30' } }, 30],
    ['Retry-After of a 503', { status: 503, headers: { 'retry-after': '7' } }, 7],
    ['a date', { status: 429, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:02:00 GMT' } }, 120],
    ['RateLimit of a 429', { status: 429, headers: { ratelimit: '"api";r=0;t=12' } }, 12],
    ['RateLimit of a response', { status: 200, headers: { ratelimit: '"api";r=0;t=9' } }, 9],
    [
      'RateLimit of an older draft',
      { status: 200, headers: { ratelimit: 'limit=10, remaining=0, reset=5' } },
      5,
    ],
    ['a 429 without a time', { status: 429 }, 1],
  ])('sends nothing after %s until its time is over', async (_name, answer, seconds) => {
    const client = await createClient(4);
    const { limiter } = client;
    client.start(10);
    await client.settle();
    await client.answer(2, answer);
    expect(client.inFlight()).toBe(0);
    expect(limiter.getPause()).toBe(seconds);
    vi.advanceTimersByTime(seconds * 1000 - 1);
    await client.settle();
    expect(client.inFlight()).toBe(0);
    vi.advanceTimersByTime(1);
    await client.settle();
    expect(client.inFlight()).toBeGreaterThan(0);
    limiter.close();
  });

  test('waits twice as long after each 429 without a time, up to a minute', async () => {
    const client = await createClient(4);
    const { limiter } = client;
    client.start(20);
    await client.settle();
    const pauses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      await client.answer(client.inFlight(), { status: 429 });
      pauses.push(limiter.getPause());
      vi.advanceTimersByTime(limiter.getPause() * 1000);
      await client.settle();
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    limiter.close();
  });

  test('closing ends all waiting', async () => {
    const { limiter } = await createClient(1);
    expect(await limiter.acquire()).toBe(true);
    const waiting = limiter.acquire();
    limiter.close();
    expect(await waiting).toBe(false);
    expect(await limiter.acquire()).toBe(false);
  });
});
