import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { launcher } from '../../support/built-cli.ts';
import { at, cli, follow, isolatedEnvironment, temporaryFolder, waitForExit } from '../../support/cli.ts';

const root = dirname(dirname(launcher));
const cache = join(root, 'node_modules/.cache');

mkdirSync(cache, { recursive: true });
/** A copy of the build, in a folder where it finds the packages that it needs. */
const copy = mkdtempSync(join(cache, 'rebuilt-'));
cpSync(join(root, 'packages/cli/dist'), copy, { recursive: true });
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('does not blame the model if a build replaced a running sandbox', async () => {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, [join(copy, 'tryout.cjs'), 'sandbox', '--port', '0'], {
    env: isolatedEnvironment(folder),
  });
  const sandbox = follow(child.stdout, waitForExit(child), (signal) => child.kill(signal));
  const [url] = await sandbox.waitForStderr(/http:\/\/127\.0\.0\.1:\d+/);
  rmSync(join(copy, 'chunks'), { recursive: true });

  const address = { hubUrl: url, inferenceUrl: `${url}/inference` };
  const { code, stderr } = await cli(
    ['run', 'text-classification', 'fine', '-m', 'sandbox/vader-sentiment', ...at(address)],
    { environment: { HF_TOKEN: 'hf_guest' } },
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(/Tryout was built again .* Stop it and start it again/);
  expect(stderr).not.toMatch(/\bmodel\b/);

  sandbox.interrupt('SIGTERM');
  await sandbox.ended;
});
