import { expect, test } from 'vitest';
import { createSession, defaultDeadlines, type TokenStore } from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';

/** A store with operations that complete when the test releases them, and a log of their order. */
function slowStore() {
  const log: string[] = [];
  const waiting: (() => void)[] = [];
  const later = (entry: string) =>
    new Promise<object>((resolve) => {
      log.push(`begin ${entry}`);
      waiting.push(() => {
        log.push(`end ${entry}`);
        resolve({});
      });
    });
  const store: TokenStore = {
    read: () => Promise.resolve({}),
    write: (token) => later(token),
    clear: async () => void (await later('clear')),
  };
  return { store, log, finishNext: () => waiting.shift()?.() };
}

function sessionOf(store: TokenStore) {
  return createSession({
    store,
    connect: (token) => ({
      transport: nodeTransport({ environment: {}, userAgent: 'test' }),
      // A port without a server: the account stays unknown, which has no effect.
      hubUrl: 'http://127.0.0.1:1',
      inferenceUrl: 'http://127.0.0.1:1',
      deadlines: defaultDeadlines,
      token,
    }),
  });
}

/** Waits until all pending callbacks have run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('signing out while a token is being stored takes precedence in state and store', async () => {
  const { store, log, finishNext } = slowStore();
  const session = sessionOf(store);
  const signingIn = session.signIn('hf_first');
  const signingOut = session.signOut();
  await turn();
  finishNext();
  await turn();
  finishNext();
  await Promise.all([signingIn, signingOut]);
  expect(session.getSnapshot().signIn.status).toBe('signed-out');
  expect(log).toEqual(['begin hf_first', 'end hf_first', 'begin clear', 'end clear']);
  session.dispose();
});

test('the last of two pasted tokens is used and stored', async () => {
  const { store, log, finishNext } = slowStore();
  const session = sessionOf(store);
  const first = session.signIn('hf_first');
  const second = session.signIn('hf_second');
  await turn();
  finishNext();
  await turn();
  finishNext();
  await Promise.all([first, second]);
  expect(session.getSnapshot().signIn.status).toBe('signed-in');
  expect(log.at(-1)).toBe('end hf_second');
  session.dispose();
});
