// Runs the benchmarks, all or those named as arguments. Reports ratios of medians of interleaved runs against their goals.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEngine } from './engine.mjs';
import { history } from './history.mjs';
import { answerTime, interleave, job, line, processTime } from './measure.mjs';
import { pickerKeys } from './picker-keys.mjs';
import { silentHub, terminalTime } from './picker-start.mjs';
import { pickerStream } from './picker-stream.mjs';
import { webHistory } from './web-history.mjs';
import { webList } from './web-list.mjs';
import { webLoad } from './web-load.mjs';
import { webPauses } from './web-pauses.mjs';

const launcher = new URL('../../bin/tryout.js', import.meta.url).pathname;
const selected = process.argv.slice(2);
const isSelected = (name) => selected.length === 0 || selected.includes(name);

async function startUp(url) {
  console.log('\nStartup of a process, against `node -e 0`');
  const home = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  const env = { TRYOUT_CONFIG_DIR: home, TRYOUT_DATA_DIR: home, HF_HOME: home, HF_TOKEN: 'hf_bench' };
  const tryout = (...args) => processTime([launcher, ...args], { env });
  const times = await interleave(
    {
      node: () => processTime(['-e', '0']),
      fetch: () => processTime(['-e', `fetch('${url}').then((response) => response.text())`]),
      version: () => tryout('--version'),
      help: () => tryout('--help'),
      mcp: () => answerTime([launcher, 'mcp'], initialize, { env }),
      tasks: () => tryout('tasks'),
      // Loads all modules of a run, then fails because the input is missing.
      modules: () => tryout('run', 'text-classification'),
      run: () => tryout('run', 'visual-question-answering', 'what?', '--image', image, '--endpoint-url', url),
    },
    20,
    2,
  );
  const rows = [
    ['version', '--version', 1.25],
    ['help', '--help', 1.5],
    ['mcp', 'mcp, until it answers initialize', 2],
    ['tasks', 'tasks'],
    ['modules', 'modules of a one-shot run', 2.3],
    ['fetch', "node's own fetch, one request"],
    ['run', 'one-shot run with a picture'],
  ];
  for (const [name, title, goal] of rows)
    line(title, times[name] / times.node, goal, `${times[name].toFixed(0)} ms`);
  await rm(home, { recursive: true });
}

/** The first message of an MCP client. */
const initialize = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
})}\n`;

async function pickerStart() {
  console.log('\nStartup of the picker in a terminal, against `node -e 0` there');
  const home = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  const hub = await silentHub();
  const env = {
    TRYOUT_CONFIG_DIR: home,
    TRYOUT_DATA_DIR: home,
    HF_HOME: home,
    HF_TOKEN: 'hf_bench',
    TERM: 'xterm-256color',
  };
  const times = await interleave(
    {
      node: () => terminalTime(['-e', '0'], env),
      picker: () => terminalTime([launcher, '--hub-url', hub.url], env, FIRST_TASK),
    },
    20,
    2,
  );
  const ratio = (name, what) => times[name][what] / times.node.whole;
  line(
    'process of the picker, up to its first frame',
    ratio('picker', 'whole'),
    8,
    `${times.picker.whole.toFixed(0)} ms`,
  );
  line('time to the first frame', ratio('picker', 'first'), undefined, `${times.picker.first.toFixed(0)} ms`);
  hub.close();
  await rm(home, { recursive: true });
}

const FIRST_TASK = 'Audio Classification';

const image = new URL('../../examples/shapes.png', import.meta.url).pathname;

/** The smallest PNG: one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

async function streaming(url) {
  console.log('\nStreaming 20,000 events, against eventsource-parser + JSON.parse: time, CPU');
  const names = ['raw', 'parser', 'engine', 'huggingface', 'openai'];
  const medians = await interleave(
    Object.fromEntries(names.map((name) => [name, () => job('streaming-job.mjs', name, url)])),
    9,
  );
  for (const name of names) {
    const ratio = medians[name].milliseconds / medians.parser.milliseconds;
    line(
      name,
      ratio,
      name === 'engine' ? 1.2 : undefined,
      `CPU ${(medians[name].cpu / medians.parser.cpu).toFixed(2)}, ${medians[name].milliseconds.toFixed(0)} ms`,
    );
  }
}

async function listing(url) {
  console.log('\nListing 1,000 models with providers, against raw fetch + JSON.parse');
  const names = ['raw', 'engine', 'hub'];
  const medians = await interleave(
    Object.fromEntries(names.map((name) => [name, () => job('listing-job.mjs', name, url)])),
    9,
  );
  for (const name of names) {
    line(
      name,
      medians[name].milliseconds / medians.raw.milliseconds,
      name === 'engine' ? 3 : undefined,
      `${medians[name].milliseconds.toFixed(1)} ms`,
    );
  }
}

async function uploads(url) {
  console.log('\nUploading 50 MB: peak memory, time');
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  const path = join(folder, 'large.png');
  await writeFile(path, Buffer.concat([pixel, Buffer.alloc(50_000_000 - pixel.length, 7)]));
  const names = ['stream', 'blob', 'whole', 'engine-raw', 'engine-json', 'library-json'];
  const medians = await interleave(
    Object.fromEntries(names.map((name) => [name, () => job('upload-job.mjs', name, url, path)])),
    7,
  );
  const show = (name, against, what, goal) =>
    line(
      `${name}, ${what} against ${against}`,
      medians[name][what] / medians[against][what],
      goal,
      what === 'peak'
        ? `${medians[name].peak.toFixed(0)} MiB`
        : `${medians[name].milliseconds.toFixed(0)} ms`,
    );
  for (const name of ['stream', 'whole']) show(name, 'blob', 'peak');
  show('engine-raw', 'blob', 'peak', 1.1);
  show('engine-raw', 'blob', 'milliseconds');
  show('engine-json', 'library-json', 'milliseconds', 0.3);
  show('engine-json', 'library-json', 'peak', 0.3);
  await rm(folder, { recursive: true });
}

await buildEngine();
const server = spawn(process.execPath, [new URL('server.mjs', import.meta.url).pathname], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
// Otherwise a failed or interrupted benchmark leaves the server running, which keeps the output pipe open.
process.once('exit', () => server.kill());
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    server.kill();
    process.kill(process.pid, signal);
  });
const [address] = await once(server.stdout, 'data');
const url = String(address).trim();
console.log(`Node ${process.version}, medians of interleaved runs, ratios`);
try {
  if (isSelected('start-up')) await startUp(url);
  if (isSelected('picker-start')) await pickerStart();
  if (isSelected('picker-keys')) await pickerKeys();
  if (isSelected('picker-stream')) await pickerStream();
  if (isSelected('streaming')) await streaming(url);
  if (isSelected('listing')) await listing(url);
  if (isSelected('upload')) await uploads(url);
  if (isSelected('history')) await history();
  if (isSelected('web-history')) await webHistory();
  if (isSelected('web-list')) await webList();
  if (isSelected('web-load')) await webLoad();
  if (isSelected('web-pauses')) await webPauses();
} finally {
  server.kill();
}
