// A browser and the built web app on the sandbox, for benchmarks and screenshots.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { build } from 'vite';

const root = new URL('../../', import.meta.url).pathname;
/** As deep as tests/support/browser, whose relative paths must still resolve. */
const folder = `${root}node_modules/.cache/bench-browser/`;

/** Finds the same browser as the tests. */
async function findBrowser() {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: `${root}tests/support/browser/find-chromium.mts`,
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'find-chromium.mjs' } },
    },
  });
  const { findChromium } = await import(`${folder}find-chromium.mjs`);
  return findChromium();
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/**
 * @param more browser arguments
 * @returns the browser and its remote debugging port
 */
export async function startBrowser(more = []) {
  const { path, environment } = await findBrowser();
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: path,
    env: { ...process.env, ...environment },
    args: ['--disable-gpu', '--disable-background-networking', `--remote-debugging-port=${port}`, ...more],
  });
  return { browser, port };
}

/** Starts `tryout web --sandbox`; `url` has a trailing slash. */
export async function startWeb() {
  const child = spawn(
    process.execPath,
    [`${root}bin/tryout.js`, 'web', '--sandbox', '--no-open', '--port', '0', '--json'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { url: JSON.parse(line).url, close: () => child.kill('SIGINT') };
}
