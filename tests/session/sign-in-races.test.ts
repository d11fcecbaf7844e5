import { expect, test } from 'vitest';
import { createSession, defaultDeadlines, type TokenStore } from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';

/** A store that finishes each piece of work only when the test says so, and tells in which order it was asked. */
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
      // Nobody listens there: who is signed in stays unknown, which ends nothing.
      hubUrl: 'http://127.0.0.1:1',
      inferenceUrl: 'http://127.0.0.1:1',
      deadlines: defaultDeadlines,
      token,
    }),
  });
}

/** Lets everything go on that waits for nothing but its turn. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('signing out while a token is being stored wins, in the state and in the store', async () => {
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

test('of two tokens the one pasted last is used and stored last', async () => {
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
