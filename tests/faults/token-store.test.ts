import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileTokenStore } from '@tryout/engine/node';

const HUB = 'https://huggingface.co';
let home: string;
let folder: string;
let file: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tryout-token-'));
  folder = join(home, 'config');
  file = join(folder, 'token-huggingface.co.json');
});

afterEach(() => rm(home, { recursive: true, force: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('a stored token is read again, only for its hub', async () => {
  await fileTokenStore(folder, HUB).write('hf_stored');
  expect(await fileTokenStore(folder, HUB).read()).toEqual({ token: 'hf_stored' });
  expect(await fileTokenStore(folder, 'http://127.0.0.1:8080').read()).toEqual({});
});

describe('F15: only the owner can read the file', () => {
  test('with any umask', async () => {
    const umask = process.umask(0);
    try {
      await fileTokenStore(folder, HUB).write('hf_stored');
    } finally {
      process.umask(umask);
    }
    expect(await modeOf(file)).toBe('600');
    expect(await modeOf(folder)).toBe('700');
  });

  test('a file that others can read is fixed when it is opened', async () => {
    await mkdir(folder);
    await writeFile(file, JSON.stringify({ accessToken: 'hf_open' }));
    await chmod(file, 0o644);
    expect(await fileTokenStore(folder, HUB).read()).toEqual({ token: 'hf_open' });
    expect(await modeOf(file)).toBe('600');
  });
});

describe('F16: concurrent and killed writers', () => {
  /** A program that writes with the real code in an endless loop and prints a line for each write. */
  async function program(): Promise<string> {
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: fileURLToPath(new URL('../../packages/engine/src/node/index.ts', import.meta.url)),
        outDir: home,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: 'token-store.mjs' } },
      },
    });
    const path = join(home, 'writer.mjs');
    const loop = `
      import { fileTokenStore } from './token-store.mjs';
      const store = fileTokenStore(process.argv[2], '${HUB}');
      for (let n = 0; n < Number(process.argv[3]); n += 1) {
        await store.write('hf_' + process.pid + 'x'.repeat(2000));
        process.stdout.write(n + '\\n');
      }`;
    await writeFile(path, loop);
    return path;
  }

  const start = (path: string, times: number) =>
    spawn(process.execPath, [path, folder, String(times)], {
      stdio: ['ignore', 'pipe', 'inherit'],
      // Reading extra certificates would slow down the start of each writer.
      env: { ...process.env, NODE_EXTRA_CA_CERTS: undefined },
    });

  async function expectWhole(): Promise<void> {
    const stored = JSON.parse(await readFile(file, 'utf8')) as { accessToken: string };
    expect(stored.accessToken).toMatch(/^hf_\d+x{2000}$/);
  }

  test(
    'concurrent processes leave a complete file and no temporary files',
    { tags: ['nightly'] },
    async () => {
      const path = await program();
      const writers = Array.from({ length: 10 }, () => start(path, 20));
      const codes = await Promise.all(
        writers.map(async (writer) => {
          writer.stdout.resume();
          return (await once(writer, 'exit'))[0] as number;
        }),
      );
      expect(codes).toEqual(Array(10).fill(0));
      await expectWhole();
      expect(await readdir(folder)).toEqual(['token-huggingface.co.json']);
    },
  );

  test('killed processes leave a complete file and no temporary files', { tags: ['nightly'] }, async () => {
    const path = await program();
    async function kill(times: number): Promise<void> {
      for (let n = 0; n < times; n += 1) {
        const writer = start(path, 1_000_000);
        // Each is killed at another moment, as soon as possible after its first write.
        await once(writer.stdout, 'data');
        writer.kill('SIGKILL');
        await once(writer, 'exit');
      }
    }
    await Promise.all([kill(10), kill(10)]);
    await expectWhole();
    await fileTokenStore(folder, HUB).write('hf_last');
    expect(await readdir(folder)).toEqual(['token-huggingface.co.json']);
    expect(await fileTokenStore(folder, HUB).read()).toEqual({ token: 'hf_last' });
  });
});

describe('F17: an invalid file is reported in one line and kept', () => {
  const broken: [string, () => Promise<unknown>][] = [
    ['corrupt', () => writeFile(file, '{"accessToken": "hf_')],
    ['empty', () => writeFile(file, '')],
    ['an array', () => writeFile(file, '["hf_token"]')],
    ['without a token', () => writeFile(file, '{"accessToken": 7}')],
    ['a folder', () => mkdir(file)],
    [
      'a symbolic link',
      async () => {
        await writeFile(join(home, 'elsewhere'), JSON.stringify({ accessToken: 'hf_elsewhere' }));
        await symlink(join(home, 'elsewhere'), file);
      },
    ],
  ];

  test.each(broken)('%s', async (_name, make) => {
    await mkdir(folder);
    await make();
    const store = fileTokenStore(folder, HUB);
    const { token, notice } = await store.read();
    expect(token).toBeUndefined();
    expect(notice).toContain(file);
    expect(notice).not.toContain('\n');
    expect(notice).toContain('backs it up');
    expect(await store.write('hf_new')).toEqual({});
    expect(await store.read()).toEqual({ token: 'hf_new' });
    expect((await readdir(folder)).filter((name) => name.includes('backup'))).toHaveLength(1);
  });

  test('signing in again backs up a corrupt file', async () => {
    await mkdir(folder);
    await writeFile(file, 'precious');
    await fileTokenStore(folder, HUB).write('hf_new');
    const backup = (await readdir(folder)).find((name) => name.includes('backup'));
    expect(await readFile(join(folder, backup ?? ''), 'utf8')).toBe('precious');
  });

  test('only the latest backup is kept', async () => {
    await mkdir(folder);
    for (const content of ['first', 'second', '{"accessToken": 7}']) {
      await writeFile(file, content);
      await fileTokenStore(folder, HUB).write('hf_new');
    }
    const copies = (await readdir(folder)).filter((name) => name.includes('backup'));
    expect(copies).toHaveLength(1);
    expect(await readFile(join(folder, copies[0] ?? ''), 'utf8')).toBe('{"accessToken": 7}');
  });

  test('the backups of another hub are kept', async () => {
    const other = join(folder, 'token-huggingface.co.evil.json');
    await mkdir(folder);
    await writeFile(other, 'theirs');
    await fileTokenStore(folder, 'https://huggingface.co.evil').write('hf_new');
    await writeFile(file, 'mine');
    await fileTokenStore(folder, HUB).write('hf_new');
    await fileTokenStore(folder, HUB).clear();
    expect((await readdir(folder)).filter((name) => name.includes('backup'))).toHaveLength(1);
  });

  test('a symbolic link is never followed on write', async () => {
    await mkdir(folder);
    await writeFile(join(home, 'elsewhere'), 'mine');
    await symlink(join(home, 'elsewhere'), file);
    await fileTokenStore(folder, HUB).write('hf_new');
    expect(await readFile(join(home, 'elsewhere'), 'utf8')).toBe('mine');
  });

  test('a byte order mark is ignored', async () => {
    await mkdir(folder);
    await writeFile(file, `\ufeff${JSON.stringify({ accessToken: 'hf_marked' })}`);
    expect(await fileTokenStore(folder, HUB).read()).toEqual({ token: 'hf_marked' });
  });
});

describe('F18: a file that cannot be written', () => {
  test('keeps the token for this session, with a notice that names the path', async () => {
    // A file at the folder's path, so that not even root can create the folder.
    await writeFile(folder, '');
    const store = fileTokenStore(folder, HUB);
    const { notice } = await store.write('hf_session');
    expect(notice).toContain('for this session only');
    expect(notice).toContain(file);
    expect(await store.read()).toEqual({ token: 'hf_session' });
    const next = await fileTokenStore(folder, HUB).read();
    expect(next.notice).toContain(file);
    expect(next.notice).not.toContain('copy');
  });
});

describe('F19: signing out', () => {
  test('deletes the token from the disk', async () => {
    const store = fileTokenStore(folder, HUB);
    await store.write('hf_gone');
    await store.clear();
    expect(await readdir(folder)).toEqual([]);
    expect(await store.read()).toEqual({});
  });

  test('deletes the token from backups', async () => {
    await mkdir(folder);
    await writeFile(file, '{"accessToken": "hf_kept');
    const store = fileTokenStore(folder, HUB);
    await store.write('hf_gone');
    await store.clear();
    expect(await readdir(folder)).toEqual([]);
  });

  test('does not fail without a stored token or folder', async () => {
    await writeFile(folder, '');
    await fileTokenStore(folder, HUB).clear();
    expect(await readFile(folder, 'utf8')).toBe('');
  });
});
