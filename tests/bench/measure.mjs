import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Without extra CA certificates, which Node reads on every start. */
export const environment = { ...process.env, NODE_EXTRA_CA_CERTS: undefined, NO_COLOR: '1' };

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Measures all candidates once per round, so that changes in the machine's speed affect all of them.
 * @param candidates name to async function that returns a number or an object of numbers
 * @returns name to medians of the same shape
 */
export async function interleave(candidates, rounds, warmups = 1) {
  const samples = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]));
  for (let round = -warmups; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(candidates)) {
      const sample = await measure();
      if (round >= 0) samples[name].push(sample);
    }
  }
  return Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, medians(values)]));
}

function medians(values) {
  if (typeof values[0] === 'number') return median(values);
  return Object.fromEntries(
    Object.keys(values[0]).map((key) => [key, median(values.map((value) => value[key]))]),
  );
}

/** Runs a Node process; returns its milliseconds. */
export async function processTime(args, options = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'ignore'],
    ...options,
    env: { ...environment, ...options.env },
  });
  await once(child, 'exit');
  return performance.now() - started;
}

/** Starts a Node process and sends it a message; returns the milliseconds until it answers. */
export async function answerTime(args, message, options = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...environment, ...options.env },
  });
  child.stdin.write(message);
  await once(child.stdout, 'data');
  const milliseconds = performance.now() - started;
  child.stdin.end();
  await once(child, 'exit');
  return milliseconds;
}

/** Runs a job file in a process of its own; returns the JSON on its last output line. */
export async function job(worker, ...args) {
  const child = spawn(process.execPath, ['--expose-gc', new URL(worker, import.meta.url).pathname, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${worker} ${args.join(' ')} exited with ${code}`);
  return JSON.parse(output.trim().split('\n').at(-1));
}

/** Prints one line of the report: name, ratio, goal, verdict. */
export function line(name, ratio, goal, detail = '') {
  const verdict = goal === undefined ? '' : ratio <= goal ? `goal ${goal}: reached` : `goal ${goal}: MISSED`;
  console.log(`  ${name.padEnd(46)} ${ratio.toFixed(2).padStart(7)}   ${verdict.padEnd(20)} ${detail}`);
}
