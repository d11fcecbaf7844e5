import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launcher } from '../../support/built-cli.ts';
import { at, ended, isolatedEnvironment, temporaryFolder, type Ended } from '../../support/cli.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();

/** Runs a model that paints, where no file may be larger than 2 kB. */
async function paintInto(folder: string, ...words: readonly string[]): Promise<Ended> {
  const limited = 'trap "" XFSZ; ulimit -f 4; exec "$0" "$@"';
  const all = [launcher, 'run', 'text-to-image', 'a red circle', '-o', 'a.png', ...words, ...at(sandbox)];
  const child = spawn('sh', ['-c', limited, process.execPath, ...all], {
    cwd: folder,
    env: isolatedEnvironment(folder, { HF_TOKEN: 'hf_sandbox' }),
  });
  child.stdin.end();
  return ended(child);
}

const pictures = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('a.png'));

test.skipIf(process.platform === 'win32')(
  'a file that cannot be written to its end is told of, and nothing of it is left',
  async () => {
    const folder = temporaryFolder();
    const { code, stderr } = await paintInto(folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: a\.png cannot be written \(\w+\)$/m);
    expect(pictures(folder)).toEqual([]);
  },
);

test.skipIf(process.platform === 'win32')(
  'one that was to replace another leaves that as it was',
  async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.png'), 'mine');
    const { code, stderr } = await paintInto(folder, '--force');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: a\.png cannot be written/m);
    expect(pictures(folder)).toEqual(['a.png']);
    expect(readFileSync(join(folder, 'a.png'), 'utf8')).toBe('mine');
  },
);
