import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetModels, lookUpModel } from '@tryout/engine';
import { connectionAnswering, connectionAt, rejection } from '../../support/ask.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';

let passed = 0;

beforeEach(() => {
  forgetModels();
  passed = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const hub = () => fakeHub({ first: ({ url }) => (url.includes('/missing') ? undefined : hubModel('o/m')) });

test('a lookup is cached for ten minutes', async () => {
  const server = await hub();
  const connection = connectionAt(server.url);
  await lookUpModel(connection, 'o/m');
  passed = 9 * 60_000 + 50_000;
  await lookUpModel(connection, 'o/m');
  expect(server.received).toHaveLength(1);
  passed = 10 * 60_000 + 10_000;
  await lookUpModel(connection, 'o/m');
  expect(server.received).toHaveLength(2);
});

test('the cache keeps the latest thousand lookups', { tags: ['nightly'] }, async () => {
  let received = 0;
  const connection = connectionAnswering(() => ((received += 1), { json: hubModel('o/m') }));
  for (let number = 0; number <= 1000; number += 1) await lookUpModel(connection, `o/m${number}`);
  expect(received).toBe(1001);
  await lookUpModel(connection, 'o/m1000');
  await lookUpModel(connection, 'o/m1');
  expect(received).toBe(1001);
  await lookUpModel(connection, 'o/m0');
  expect(received).toBe(1002);
});

test('the cache is separate for each account and hub', async () => {
  const [server, other] = [await hub(), await hub()];
  await lookUpModel(connectionAt(server.url), 'o/m');
  await lookUpModel(connectionAt(server.url, { token: 'hf_another' }), 'o/m');
  await lookUpModel(connectionAt(server.url, { token: undefined }), 'o/m');
  await lookUpModel(connectionAt(other.url), 'o/m');
  expect(server.received).toHaveLength(3);
  expect(other.received).toHaveLength(1);
});

test('a failed lookup is not cached', async () => {
  const server = await hub();
  for (let time = 0; time < 2; time += 1) await rejection(lookUpModel(connectionAt(server.url), 'o/missing'));
  const lookUps = server.received.filter(({ url }) => url.startsWith('/api/models/o/missing'));
  expect(lookUps).toHaveLength(2);
});
