import { createServer } from 'node:http';
import { once } from 'node:events';
import { interleave, line, median } from './measure.mjs';
import { startInTerminal } from './picker-terminal.mjs';

const launcher = new URL('../../bin/tryout.js', import.meta.url).pathname;
const rivals = new URL('./ink-rivals.mjs', import.meta.url).pathname;

/** React is several times slower while it is developed with. */
const PRODUCTION = { NODE_ENV: 'production' };
const SIZES = [1000, 100_000];
const PAGES = 20;
const ROUNDS = 3;
const PRESSES = 60;
const DOWN = '\u001b[B';
const ERASE = '\u0015';
const WORDS = ['model-12', 'organiza', 'mod 7 77', 'zzqxvwkj'];
const MOST_BYTES = 4096;
/** What clears a screen, or what was scrolled away. */
// oxlint-disable-next-line no-control-regex -- these are the sequences to find
const clears = /\u001b\[[23]J|\u001bc/;

/** A hub with so many models, on as many pages as are read. */
async function listingHub(count) {
  const size = count / PAGES;
  const row = (index) => ({
    id: `organization-${index % 97}/model-${index}`,
    downloads: count - index,
    likes: index % 13,
    inferenceProviderMapping: [
      { provider: 'hf-inference', providerId: 'x', status: 'live', task: 'text-classification' },
    ],
  });
  const server = createServer((request, response) => {
    const url = new URL(request.url, `http://${request.headers.host}`);
    const send = (value, headers = {}) =>
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    if (url.pathname === '/api/whoami-v2') return send({ name: 'bench', orgs: [] });
    const page = Number(url.searchParams.get('cursor') ?? 0);
    url.searchParams.set('cursor', String(page + 1));
    const link = page + 1 < PAGES ? { link: `<${url.href}>; rel="next"` } : {};
    send(
      Array.from({ length: size }, (_, index) => row(page * size + index)),
      link,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

async function measure(terminal, keys) {
  const times = [];
  let bytes = 0;
  let hasCleared = false;
  const before = await terminal.cpu();
  for (const key of keys) {
    const { milliseconds, written } = await terminal.press(key);
    times.push(milliseconds);
    bytes = Math.max(bytes, Buffer.byteLength(written));
    hasCleared ||= clears.test(written);
  }
  const cpu = ((await terminal.cpu()) - before) / keys.length;
  times.sort((a, b) => a - b);
  return {
    median: median(times),
    slow: times[Math.floor(times.length * 0.95)],
    cpu,
    bytes,
    hasCleared: Number(hasCleared),
  };
}

async function picker(hub) {
  const terminal = startInTerminal([launcher, 'text-classification', '--hub-url', hub.url], {
    HF_TOKEN: 'hf_bench',
    TRYOUT_CONFIG_DIR: '/nonexistent',
  });
  await terminal.until('models');
  await terminal.until('via ');
  // All pages are there.
  for (let isLoading = true; isLoading;) {
    await terminal.quiet();
    const { written } = await terminal.press(`${DOWN}`);
    isLoading = written.includes('loading more');
  }
  await terminal.press('\u001b[H');
  return terminal;
}

async function rival(size) {
  const terminal = startInTerminal([rivals, 'select', String(size)], PRODUCTION);
  await terminal.until('organization-14/model-14');
  await terminal.quiet();
  return terminal;
}

/** Keys in a list of models: from a key to its finished frame in a real terminal, CPU, and what is written. */
export async function pickerKeys() {
  console.log('\nKeys in a list of models, the built program in a terminal of 80 x 24');
  for (const size of SIZES) {
    const hub = await listingHub(size);
    const down = Array.from({ length: PRESSES }, () => DOWN);
    const typing = WORDS.flatMap((word) => [...word, ERASE]);
    const run = (start, keys) => async () => {
      const terminal = await start();
      await measure(terminal, keys.slice(0, 20));
      const found = await measure(terminal, keys);
      await terminal.stop();
      return found;
    };
    const found = await interleave(
      {
        down: run(() => picker(hub), down),
        typing: run(() => picker(hub), typing),
        select: run(() => rival(size), down),
      },
      ROUNDS,
      0,
    );
    for (const kind of ['down', 'typing']) {
      const { median: middle, slow, bytes, hasCleared } = found[kind];
      line(`${kind}, ${size} models, ms to the finished frame`, middle, 16, '');
      line(
        `${kind}, ${size} models, 19 of 20 within ms`,
        slow,
        33,
        `at most ${bytes} bytes a key (goal ${MOST_BYTES}), cleared: ${hasCleared ? 'YES' : 'never'}`,
      );
    }
    line(
      `down, ${size} models, CPU against ink-select-input`,
      found.down.cpu / found.select.cpu,
      2,
      `${found.down.cpu.toFixed(2)} ms, ink-select-input ${found.select.cpu.toFixed(2)} ms`,
    );
    hub.close();
  }
  const hub = await listingHub(SIZES[0]);
  const terminal = await picker(hub);
  const written = await terminal.resize(120, 40);
  console.log(
    `  resizing to 120 x 40: ${Buffer.byteLength(written)} bytes, cleared: ${clears.test(written) ? 'YES' : 'never'}`,
  );
  await terminal.stop();
  hub.close();
}
