import { expect, test } from 'vitest';
import { webTokenStore, type WebStorage } from '@tryout/engine';
import { rejection } from '../support/ask.ts';
import { memoryStorage } from '../support/redirected-page.ts';

const grant = { clientId: 'client', scope: 'openid', expiresAt: 1_800_000_000_000 };

/** Browser storage with a limited number of characters. */
function storageOf(room = Infinity): WebStorage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem(key, value) {
      const others = [...kept].filter(([name]) => name !== key);
      const taken = others.reduce((sum, [name, text]) => sum + name.length + text.length, 0);
      if (taken + key.length + value.length > room) throw new DOMException('Full', 'QuotaExceededError');
      kept.set(key, value);
    },
  };
}

test('the token is kept under its specified key, with the sign-in data', async () => {
  const storage = memoryStorage();
  const store = webTokenStore(() => storage);
  expect(await store.read()).toEqual({});
  await store.write('hf_oauth_a', grant);
  expect(storage.getItem('accessToken')).toBe('hf_oauth_a');
  expect(await webTokenStore(() => storage).read()).toEqual({ token: 'hf_oauth_a', grant });
  await store.write('hf_pasted');
  expect(await store.read()).toEqual({ token: 'hf_pasted' });
  await store.clear();
  expect(storage.length).toBe(0);
});

test('F31: an invalid token is removed', async () => {
  const storage = memoryStorage();
  storage.setItem('accessToken', '<b>');
  storage.setItem('accessTokenGrant', '{');
  expect(await webTokenStore(() => storage).read()).toEqual({});
  expect(storage.length).toBe(0);
});

test('F31: the page stays signed in if storage throws or is full, with a notice', async () => {
  const closed = () => {
    throw new Error('SecurityError');
  };
  for (const open of [() => ({ ...memoryStorage(), setItem: closed }), closed]) {
    const store = webTokenStore(open);
    expect(await store.read()).toEqual({});
    expect((await store.write('hf_oauth_a', grant)).notice).toMatch(/until you close this page/);
    expect(await store.read()).toEqual({ token: 'hf_oauth_a', grant });
    await store.clear();
    expect(await store.read()).toEqual({});
  }
});

test('F31: storage that fills up during a sign-in keeps neither this sign-in nor the previous one', async () => {
  const storage = storageOf(100);
  const store = webTokenStore(() => storage, undefined, 'https://hub.test');
  await store.write('hf_before');
  expect(storage.length).toBe(2);
  const { notice } = await store.write('hf_now', { ...grant, refreshToken: 'x'.repeat(100) });
  expect(notice).toContain('the browser blocks storage here');
  expect(storage.length).toBe(0);
  expect(await store.read()).toMatchObject({ token: 'hf_now' });
  expect(await webTokenStore(() => storage).read()).toEqual({});
});

test('F31: signing in works without the Web Locks API', async () => {
  const locks = { request: () => Promise.reject(new DOMException('Not here', 'SecurityError')) };
  const store = webTokenStore(() => storageOf(), locks);
  expect(await store.exclusively!(() => Promise.resolve('done'))).toBe('done');
});

test('an error of a locked task is thrown, and the task runs once', async () => {
  const locks = { request: <Result>(_name: string, _options: object, work: () => Promise<Result>) => work() };
  const store = webTokenStore(() => storageOf(), locks);
  let times = 0;
  const error = await rejection(
    store.exclusively!(() => {
      times += 1;
      return Promise.reject(new Error('Gone wrong'));
    }),
  );
  expect([error, times]).toMatchObject([{ message: 'Gone wrong' }, 1]);
});

test('F32: signing out always changes the storage, which notifies other tabs', async () => {
  const changes: string[] = [];
  const storage = storageOf();
  const watched: WebStorage = {
    get length() {
      return storage.length;
    },
    key: storage.key,
    getItem: storage.getItem,
    setItem(key, value) {
      if (storage.getItem(key) !== value) changes.push(key);
      storage.setItem(key, value);
    },
    removeItem(key) {
      if (storage.getItem(key) !== null) changes.push(key);
      storage.removeItem(key);
    },
  };
  await webTokenStore(() => watched).clear();
  expect(changes).toContain('accessToken');
  expect(storage.length).toBe(0);
});
