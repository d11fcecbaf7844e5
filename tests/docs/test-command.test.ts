import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

test('S19: the README names the test command', async () => {
  expect(await readFile(join(root, 'README.md'), 'utf8')).toMatch(/^npm install && npm test\b/m);
});

test.skipIf(process.platform === 'win32')(
  'S19: tests whose programs are missing are skipped, with a line',
  { timeout: 60_000, tags: ['nightly'] },
  async () => {
    const { CI: _ci, ...environment } = process.env;
    const onlyNode = temporaryFolder();
    symlinkSync(process.execPath, join(onlyNode, 'node'));
    const files = ['streams', 'tryout-command'].map((name) => `tests/engine/snippets/${name}.test.ts`);
    const words = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'node', ...files];
    const env = { ...environment, PATH: onlyNode };
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, env });
    expect(stdout).toMatch(
      /^Skipped 8 in tests\/engine\/snippets\/streams\.test\.ts: not installed: bash, curl, jq$/m,
    );
    expect(stdout).toMatch(
      /^Skipped 16 in tests\/engine\/snippets\/tryout-command\.test\.ts: not installed: bash$/m,
    );
    expect(stdout.trimEnd()).toMatch(/^\d+ passed, 0 failed, \d+ skipped$/m);
  },
);
