import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { launcher } from '../../support/built-cli.ts';
import { at, cli, follow, isolatedEnvironment, temporaryFolder, waitForExit } from '../../support/cli.ts';

const root = dirname(dirname(launcher));
/** Where a copy of the build finds the packages that it needs. */
const cache = join(root, 'node_modules/.cache');

let copy = '';
afterEach(() => rmSync(copy, { recursive: true, force: true }));

/** Starts a copy of the build, whose parts can be removed as a new build does it. */
function startCopy(words: readonly string[]) {
  mkdirSync(cache, { recursive: true });
  copy = mkdtempSync(join(cache, 'rebuilt-'));
  cpSync(join(root, 'packages/cli/dist'), copy, { recursive: true });
  const folder = temporaryFolder();
  const child = spawn(process.execPath, [join(copy, 'tryout.cjs'), ...words], {
    cwd: folder,
    env: isolatedEnvironment(folder),
  });
  const running = follow(child.stdout, waitForExit(child), (signal) => child.kill(signal));
  return {
    waitForOutput: running.waitForStderr,
    send: (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })}\n`),
    removeParts: () => rmSync(join(copy, 'chunks'), { recursive: true }),
    async end() {
      child.stdin.end();
      running.interrupt('SIGTERM');
      await running.ended;
    },
  };
}

it('does not blame the model if a build replaced a running sandbox', async () => {
  const sandbox = startCopy(['sandbox', '--port', '0']);
  const [url] = await sandbox.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/);
  sandbox.removeParts();

  const address = { hubUrl: url, inferenceUrl: `${url}/inference` };
  const { code, stderr } = await cli(
    ['run', 'text-classification', 'fine', '-m', 'sandbox/vader-sentiment', ...at(address)],
    { environment: { HF_TOKEN: 'hf_guest' } },
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(/Tryout was built again .* Stop it and start it again/);
  expect(stderr).not.toMatch(/\bmodel\b/);
  await sandbox.end();
});

it('says that a build replaced a running MCP server', async () => {
  const server = startCopy(['mcp', '--sandbox']);
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  server.send({ method: 'initialize', params });
  await server.waitForOutput(/"serverInfo"/);
  server.removeParts();

  server.send({
    id: 2,
    method: 'tools/call',
    params: { name: 'find_task', arguments: { query: 'sentiment' } },
  });
  const [answer] = await server.waitForOutput(/\{.*"id":2.*\}/);
  expect(answer).toContain(
    'Tryout was built again or updated while this server runs. Stop it and start it again.',
  );
  await server.end();
});
