import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { job, interleave, line } from './measure.mjs';

const RUNS = 10_000;

/** A history with many runs of realistic length: one is recorded, and its line is copied. */
async function fill(folder) {
  await job('history-job.mjs', 'add', folder);
  const path = join(folder, 'index.jsonl');
  const entry = JSON.parse(await readFile(path, 'utf8'));
  const lines = Array.from({ length: RUNS }, (_, index) => {
    const id = entry.id.slice(0, -5) + String(index).padStart(5, '0');
    return `${JSON.stringify({ ...entry, id, input: `${entry.input} ${index}` })}\n`;
  });
  await writeFile(path, lines.join(''));
}

/** The first call in a process, as the commands make it. */
export async function history() {
  console.log(`\nHistory with ${RUNS} runs, against reading the index and JSON.parse of each line`);
  const folder = await mkdtemp(join(tmpdir(), 'tryout-bench-'));
  await fill(folder);
  const rows = [
    ['parse', 'read and parse the index'],
    ['newest', 'list the newest 20', 1],
    ['list', 'list all', 1.5],
    ['search', 'search all', 1.5],
    ['add', 'record one run', 1],
  ];
  const medians = await interleave(
    Object.fromEntries(rows.map(([name]) => [name, () => job('history-job.mjs', name, folder)])),
    9,
  );
  for (const [name, title, goal] of rows) {
    const { milliseconds } = medians[name];
    line(title, milliseconds / medians.parse.milliseconds, goal, `${milliseconds.toFixed(1)} ms`);
  }
  await rm(folder, { recursive: true });
}
