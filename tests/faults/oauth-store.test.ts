import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { InputError, type TokenStore } from '@tryout/engine';
import { fileTokenStore, findToken } from '@tryout/engine/node';
import { rejection } from '../support/ask.ts';
import { temporaryFolder } from '../support/process.ts';

const HUB = 'https://huggingface.co';
type OAuthGrant = NonNullable<Parameters<TokenStore['write']>[1]>;

const grant: OAuthGrant = {
  clientId: 'client',
  scope: 'openid profile inference-api',
  expiresAt: 1_800_000_000_000,
  refreshToken: 'CanaryOfRefresh',
};

let folder: string;
let file: string;
let lock: string;
let store: TokenStore;

beforeEach(() => {
  folder = join(temporaryFolder(), 'settings');
  file = join(folder, 'token-huggingface.co.json');
  lock = `${file}.lock`;
  store = fileTokenStore(folder, HUB);
});

describe('a sign-in through the hub in the token store', () => {
  test('is read as written, in a private file (F15)', async () => {
    await store.write('hf_oauth_a', grant);
    expect(await fileTokenStore(folder, HUB).read()).toEqual({ token: 'hf_oauth_a', grant });
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  });

  test('X10: does not change the mode of an existing folder (F15)', async () => {
    await mkdir(folder);
    await chmod(folder, 0o755);
    await store.write('hf_oauth_a', grant);
    expect(await store.read()).toEqual({ token: 'hf_oauth_a', grant });
    expect(((await stat(folder)).mode & 0o777).toString(8)).toBe('755');
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
  });

  test('may lack a refresh token', async () => {
    const { refreshToken: _none, ...rest } = grant;
    await store.write('hf_oauth_a', rest);
    expect(await store.read()).toEqual({ token: 'hf_oauth_a', grant: rest });
  });

  test('is completely replaced by a pasted token', async () => {
    await store.write('hf_oauth_a', grant);
    await store.write('hf_pasted');
    expect(await store.read()).toEqual({ token: 'hf_pasted' });
    expect(await readFile(file, 'utf8')).not.toContain('CanaryOfRefresh');
  });

  test('files are compatible with earlier versions in both directions', async () => {
    await mkdir(folder);
    await writeFile(file, '{"hub":"https://huggingface.co","accessToken":"hf_old"}');
    expect(await store.read()).toEqual({ token: 'hf_old' });
    await store.write('hf_oauth_a', grant);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ accessToken: 'hf_oauth_a' });
  });

  test.each(['null', '[]', '{}', '"x"', '{"clientId":"c","scope":"s","expiresAt":"soon"}'])(
    'with invalid sign-in data still works as a token (F17): %s',
    async (oauth) => {
      await mkdir(folder);
      await writeFile(file, `{"accessToken":"hf_a","oauth":${oauth}}`);
      expect(await store.read()).toEqual({ token: 'hf_a' });
    },
  );
});

describe('F26: a stored sign-in that appears expired', () => {
  const old = { ...grant, expiresAt: Date.now() - 1000 };
  const renewal = (renewed: string | undefined | Error) => ({
    latest: (token: string) => token,
    renew: () => (renewed instanceof Error ? Promise.reject(renewed) : Promise.resolve(renewed)),
  });
  const found = async (given: OAuthGrant, renewed: string | undefined | Error) => {
    await store.write('hf_oauth_a', given);
    return findToken({}, store, renewal(renewed));
  };

  test('is renewed before use', async () =>
    expect(await found(old, 'hf_oauth_b')).toMatchObject({ token: 'hf_oauth_b', source: 'store' }));
  test('is used as is if the renewal fails: the hub decides', async () => {
    expect(await found(old, undefined)).toMatchObject({ token: 'hf_oauth_a' });
    expect(await found(old, new Error('no network'))).toMatchObject({ token: 'hf_oauth_a' });
  });
  test('is used as is if the renewal takes too long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await store.write('hf_oauth_a', old);
      const slow = (_refused: string, signal?: AbortSignal) =>
        new Promise<undefined>((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new Error('left')), { once: true });
          vi.advanceTimersByTime(5000);
        });
      const inUse = findToken({}, store, { latest: (token) => token, renew: slow });
      expect(await inUse).toMatchObject({ token: 'hf_oauth_a' });
    } finally {
      vi.useRealTimers();
    }
  });
  test('is not renewed if it has not expired', async () =>
    expect(await found({ ...grant, expiresAt: Date.now() + 60_000 }, 'hf_oauth_b')).toMatchObject({
      token: 'hf_oauth_a',
    }));
});

describe('F16: the token lock', () => {
  const alone = <Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> =>
    store.exclusively?.(work, signal) ?? expect.fail('there is no lock');

  test('runs one task at a time', async () => {
    const other = fileTokenStore(folder, HUB);
    let inside = 0;
    const work = async () => {
      inside += 1;
      expect(inside).toBe(1);
      await readdir('/');
      inside -= 1;
    };
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? alone(work) : other.exclusively?.(work))),
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test('is released after an error', async () => {
    expect(await rejection(alone(() => Promise.reject(new Error('x'))))).toMatchObject({ message: 'x' });
    expect(existsSync(lock)).toBe(false);
  });

  /** A lock of this process, with changes. */
  async function hold(changes: object = {}): Promise<void> {
    const own = JSON.parse(await alone(() => readlink(lock))) as object;
    await symlink(JSON.stringify({ ...own, ...changes }), lock);
  }

  test('is not released by a process that lost it', async () => {
    await alone(async () => {
      await rm(lock);
      await writeFile(lock, 'another');
    });
    expect(await readFile(lock, 'utf8')).toBe('another');
  });

  test('canceling the wait rejects with the reason of the signal', async () => {
    await hold();
    const late = AbortSignal.abort(new InputError('too late'));
    expect((await rejection(alone(() => expect.fail('it is held'), late))).message).toBe('too late');
  });

  test('tasks run without a lock if it cannot be created', async () => {
    await mkdir(lock, { recursive: true });
    expect(await alone(() => Promise.resolve('done'))).toBe('done');
    store = fileTokenStore(join(file, 'no-folder'), HUB);
    await writeFile(file, '');
    expect(await alone(() => Promise.resolve('done'))).toBe('done');
  });
});
