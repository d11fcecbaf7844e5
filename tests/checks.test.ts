import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Runs a script of `package.json`. @returns what it printed; empty if it succeeded */
async function failureOf(script: string): Promise<string> {
  // npm is a shell script on Windows.
  const child = spawn(`npm run --silent ${script} 2>&1`, {
    cwd: root,
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, code] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve)),
  ]);
  return code === 0 ? '' : `npm run ${script} failed\n${output}`;
}

test.concurrent.each(['typecheck', 'lint:code', 'lint:promises', 'lint:format', 'lint:spelling'])(
  'npm run %s finds nothing',
  { timeout: 600_000 },
  async (script) => expect(await failureOf(script)).toBe(''),
);
