import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { build } from 'vite';
import { line, median } from './measure.mjs';
import { startBrowser } from './web-browser.mjs';

const root = new URL('../../', import.meta.url).pathname;
const folder = `${root}node_modules/.cache/bench-history/`;

const RUNS = 10_000;
/** Milliseconds. */
const GOAL = 50;
const ROUNDS = 15;

/** Serves a page with the web app's storage. */
async function startPage() {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir: folder,
      lib: {
        entry: `${root}tests/support/browser/storage-entry.ts`,
        formats: ['es'],
        fileName: () => 'storage.js',
      },
    },
  });
  const server = createServer(async ({ url }, response) => {
    const isPage = url === '/';
    response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript');
    response.end(isPage ? '<script type="module" src="/storage.js"></script>' : await readFile(folder + url));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** Runs in the page: fills the database, then measures. */
async function measure([runs, rounds]) {
  const { createBrowserHistory, createDatabaseOpener } = globalThis.storage;
  const open = createDatabaseOpener();
  const history = createBrowserHistory(open);
  const run = (index) => ({
    tryout: 1,
    id: `01${String(index).padStart(24, '0')}`,
    task: 'text-classification',
    model: `org${index % 97}/some-model-${index % 211}`,
    inputs: { inputs: `Review ${index}: ${'the service was friendly and quick '.repeat(5)}` },
    result: {
      status: 'done',
      value: [{ label: 'POSITIVE', score: 0.9 }],
      seconds: 1.25,
      provider: 'hf-inference',
      startedAt: new Date(1.7e12 + index * 1e6).toISOString(),
    },
  });
  const output = `POSITIVE 0.9 · ${'and more of the answer '.repeat(8)}`;
  await history.add({ run: run(0), media: new Map() }, output);
  const database = await open();
  const [first] = JSON.parse(await database.get('entries', 'rows'));
  const pages = database.transaction(['entries', 'runs'], 'readwrite');
  const rows = Array.from({ length: runs }, (_, index) => {
    const { id, model, inputs } = run(index);
    void pages.objectStore('runs').put(run(index), id);
    return { ...first, entry: { ...first.entry, id, model, input: inputs.inputs } };
  });
  void pages.objectStore('entries').put(JSON.stringify(rows.reverse()), 'rows');
  await pages.done;

  const work = {
    list: () => history.list(),
    search: () => history.list({ search: 'quick model-17' }),
    add: (round) => history.add({ run: run(runs + round), media: new Map() }, output),
  };
  const times = { list: [], search: [], add: [] };
  for (let round = 0; round < rounds; round += 1)
    for (const [name, call] of Object.entries(work)) {
      const start = performance.now();
      await call(round);
      times[name].push(performance.now() - start);
    }
  return times;
}

/** Measures the history of the web app with 10,000 runs in a real browser. */
export async function webHistory() {
  console.log('\nHistory of 10,000 runs in the web app: milliseconds in a real browser, medians');
  const [server, { browser }] = await Promise.all([startPage(), startBrowser()]);
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => globalThis.storage !== undefined);
    const times = await page.evaluate(measure, [RUNS, ROUNDS]);
    line('list all runs', median(times.list), GOAL);
    line('search all runs', median(times.search), GOAL);
    line('add a run', median(times.add));
  } finally {
    await browser.close();
    server.close();
  }
}
