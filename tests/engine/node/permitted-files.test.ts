import { fork } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textFromPath } from '@tryout/engine/node';
import { afterAll, expect, test } from 'vitest';
import { saveFile } from '../../../packages/cli/src/deliver/save-file.ts';
import { temporaryFolder } from '../../support/process.ts';

const parent = temporaryFolder();
const root = join(parent, 'root');
mkdirSync(join(root, 'real'), { recursive: true });
mkdirSync(join(parent, 'outside'));
writeFileSync(join(parent, 'outside', 'a.txt'), 'SECRET');
writeFileSync(join(root, 'real', 'a.txt'), 'fine');

/** Replaces links by others, again and again. */
const swapper = join(parent, 'swap.mjs');
writeFileSync(
  swapper,
  `import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
const swap = (path, target) => { symlinkSync(target, path + '.new'); renameSync(path + '.new', path); };
rmSync('dir', { recursive: true, force: true });
mkdirSync('dir');
writeFileSync('dir/a.txt', 'fine');
process.send('ready');
for (;;) for (const to of ['real', '../outside']) {
  swap('folder', to);
  swap('a.txt', to + '/a.txt');
  renameSync('dir', 'dir.away');
  symlinkSync('../outside', 'dir');
  rmSync('dir');
  renameSync('dir.away', 'dir');
}
`,
);

test.skipIf(process.platform === 'win32').each(['a.txt', 'folder/a.txt', 'dir/a.txt'])(
  'X37: %s is never read from elsewhere while links are replaced',
  { tags: ['nightly'] },
  async (name) => {
    const child = fork(swapper, { cwd: root });
    afterAll(() => child.kill('SIGKILL'));
    await new Promise((resolve) => child.once('message', resolve));
    const permission = { folders: [root], roots: [root], hint: '' };
    const seen = new Map<string, number>();
    const count = (text: string) => seen.set(text, (seen.get(text) ?? 0) + 1);
    for (let round = 0; round < 2000; round += 1)
      await textFromPath(name, permission).then(count, () => count('refused'));
    child.kill('SIGKILL');
    expect([...seen.keys()].filter((text) => !['fine', 'refused'].includes(text))).toEqual([]);
    expect(seen.get('fine')).toBeGreaterThan(0);
    for (const each of ['folder', 'a.txt', 'folder.new', 'a.txt.new', 'dir', 'dir.away'])
      rmSync(join(root, each), { recursive: true, force: true });
  },
);

test.skipIf(process.platform === 'win32')(
  'X37: a result is not saved behind a link that leads out',
  async () => {
    symlinkSync('../outside', join(root, 'results'));
    await expect(saveFile(join(root, 'results', 'b.txt'), 'answer', false, root)).rejects.toThrow(
      'outside of',
    );
    expect(readdirSync(join(parent, 'outside'))).toEqual(['a.txt']);
    await saveFile(join(root, 'real', 'b.txt'), 'answer', false, root);
    expect(readdirSync(join(root, 'real'))).toEqual(['a.txt', 'b.txt']);
  },
);
