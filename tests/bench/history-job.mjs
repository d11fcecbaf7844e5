// One operation of the history in a process of its own. Arguments: operation, folder.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadEngine } from './engine.mjs';

const [operation, folder] = process.argv.slice(2);
const engine = await loadEngine();
const store = engine.fileHistory(folder, { runs: 100_000, bytes: 1e9 });
const id = `0123456789${Date.now().toString().padStart(16, '0')}`;
const run = {
  tryout: 1,
  id,
  task: 'summarization',
  model: 'facebook/bart-large-cnn',
  inputs: { text: 'The lighthouse keeper walks down to the harbor every morning. '.repeat(3) },
  result: { status: 'done', value: {}, seconds: 1.5, startedAt: new Date().toISOString() },
};
const operations = {
  async parse() {
    const text = await readFile(join(folder, 'index.jsonl'), 'utf8');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  },
  newest: () => store.list({ limit: 20 }),
  list: () => store.list(),
  search: () => store.list({ search: 'harbor 999' }),
  add: () => store.add({ run, media: new Map() }, 'A keeper walks to the harbor. '.repeat(5)),
};
const started = performance.now();
await operations[operation]();
console.log(JSON.stringify({ milliseconds: performance.now() - started }));
