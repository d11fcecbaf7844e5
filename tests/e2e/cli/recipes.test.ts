// @module-tag nightly
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ensureBuilt, launcher } from '../../support/built-cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { isolatedEnvironment, temporaryFolder } from '../../support/process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

ensureBuilt();
const run = promisify(execFile);
const page = readFileSync(fileURLToPath(new URL('../../../docs/batch.md', import.meta.url)), 'utf8');
const recipes = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = '']) => text);

const label = (row: number) => (row % 3 ? 'positive' : 'negative');
const rows = Array.from({ length: 10 }, (_, row) => ({ text: `It is ${row} times good`, label: label(row) }));
const sandbox = await recordingSandbox({
  datasets: [
    { id: 'test/reviews', features: { text: { dtype: 'string' }, label: { dtype: 'string' } }, rows },
  ],
});

const bin = temporaryFolder();
const tryout = `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`;
writeFileSync(join(bin, 'tryout'), tryout, { mode: 0o755 });

/** Runs a program as a scheduler does: in a folder, with its variables. */
function runJob([program = '', ...words]: readonly string[], folder: string, variables: object) {
  const env = isolatedEnvironment(folder, {
    HF_ENDPOINT: sandbox.hubUrl,
    HF_INFERENCE_ENDPOINT: sandbox.inferenceUrl,
    PATH: [bin, process.env['PATH']].join(delimiter),
    ...variables,
  });
  return run(program, words, { cwd: folder, env });
}

/** The report of outputs, without times. */
async function report(folder: string, ...outputs: readonly string[]): Promise<unknown> {
  const { code, stdout } = await cliInProcess(['report', ...outputs, '--expected', 'label', '--json'], {
    folder,
  });
  // Compute time is paid, so costs differ too.
  const times = ['median', 'p95', 'throughput', 'cost'];
  const withoutTimes = (name: string, value: unknown) => (times.includes(name) ? undefined : value);
  return { code, report: JSON.parse(stdout, withoutTimes) as unknown };
}

/** The report of one batch of a source. */
async function reportOfOne(folder: string, source: string): Promise<unknown> {
  const line = `tryout batch text-classification ${source} -o whole.jsonl`;
  await runJob(['sh', '-c', line], folder, { HF_TOKEN: sandbox.token });
  const whole = await report(folder, 'whole.jsonl');
  expect(whole).toMatchObject({
    code: 0,
    report: { rows: 10, missingShards: [], metrics: [{ rows: 10 }, {}] },
  });
  return whole;
}

interface KubernetesJob {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec: {
    readonly completionMode: string;
    readonly completions: number;
    readonly template: {
      readonly spec: {
        readonly restartPolicy: string;
        readonly containers: readonly {
          readonly command: readonly string[];
          readonly args: readonly string[];
          readonly env: readonly { readonly name: string }[];
        }[];
      };
    };
  };
}

test('the pods of the Kubernetes recipe give the report of one batch', { timeout: 60_000 }, async () => {
  const manifest = recipes[0]!.replace('ORG/REVIEWS', 'test/reviews').replace('ORG/RESULTS', 'guest/pods');
  const { apiVersion, kind, spec } = parse(manifest) as KubernetesJob;
  const { restartPolicy, containers } = spec.template.spec;
  // Kubernetes refuses `backoffLimitPerIndex` without these.
  expect({ apiVersion, kind, mode: spec.completionMode, restartPolicy }).toEqual({
    ...{ apiVersion: 'batch/v1', kind: 'Job' },
    ...{ mode: 'Indexed', restartPolicy: 'Never' },
  });
  const [{ command, args, env } = { command: [], args: [], env: [] }] = containers;
  expect(env.map(({ name }) => name)).toEqual(['HF_TOKEN']);
  const startPod = (index: number) =>
    runJob([...command, ...args], temporaryFolder(), {
      HF_TOKEN: sandbox.token,
      JOB_COMPLETION_INDEX: String(index),
    });
  const indexes = Array.from({ length: spec.completions }, (_, index) => index);
  await Promise.all(indexes.map(startPod));
  // In place of a pod whose node failed.
  expect((await startPod(0)).stderr).toContain('3 already in the output');
  const folder = temporaryFolder();
  const whole = await reportOfOne(folder, 'hf://datasets/test/reviews');
  for (const index of indexes) {
    const url = `${sandbox.hubUrl}/datasets/guest/pods/resolve/main/reviews-${index}.jsonl`;
    const response = await fetch(url, { headers: { Authorization: `Bearer ${sandbox.token}` } });
    writeFileSync(join(folder, `${index}.jsonl`), await response.text());
  }
  expect(await report(folder, ...indexes.map((index) => `${index}.jsonl`))).toEqual(whole);
});

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: { readonly path?: string };
}

interface Workflow {
  readonly jobs: {
    readonly batch: {
      readonly strategy: { readonly matrix: { readonly shard: readonly number[] } };
      readonly env: object;
      readonly steps: readonly Step[];
    };
    readonly report: { readonly needs: string; readonly if: string; readonly steps: readonly Step[] };
  };
}

/** A part of a workflow with the values of its expressions, such as `${{ matrix.shard }}`. */
function evaluate<Part>(part: Part, values: Readonly<Record<string, unknown>>): Part {
  const text = JSON.stringify(part).replace(/\$\{\{ ([\w.-]+) \}\}/g, (_all, name: string) => {
    expect(values).toHaveProperty([name]);
    return String(values[name]);
  });
  return JSON.parse(text) as Part;
}

test('the jobs of the GitHub recipe give the report of one batch', { timeout: 60_000 }, async () => {
  const { jobs } = parse(recipes[1]!) as Workflow;
  const lines = rows.map((row) => `${row.text},${row.label}\n`).join('');
  const repository = temporaryFolder();
  writeFileSync(join(repository, 'reviews.csv'), `text,label\n${lines}`);
  const artifacts = temporaryFolder();
  /** Runs the steps of a job, of which artifacts are files in a folder. */
  async function runSteps(steps: readonly Step[], folder: string, variables: object) {
    for (const { uses = '', run: line, with: { path = '' } = {} } of steps) {
      if (line !== undefined) await runJob(['bash', '-e', '-c', line], folder, variables);
      const isUpload = uses.startsWith('actions/upload-artifact@');
      const [from, to] = isUpload
        ? [folder, artifacts]
        : [uses.includes('checkout') ? repository : artifacts, folder];
      const copied = isUpload ? globSync(path, { cwd: from }) : readdirSync(from);
      if (uses !== '') for (const name of copied) copyFileSync(join(from, name), join(to, name));
    }
  }
  const { matrix } = jobs.batch.strategy;
  await Promise.all(
    matrix.shard.map((shard, index) => {
      const { env, steps } = evaluate(jobs.batch, {
        'matrix.shard': shard,
        'strategy.job-index': index,
        'strategy.job-total': matrix.shard.length,
        'secrets.HF_TOKEN': sandbox.token,
      });
      return runSteps(steps, temporaryFolder(), env);
    }),
  );
  expect(readdirSync(artifacts).sort()).toEqual(matrix.shard.map((shard) => `reviews-${shard}.jsonl`));
  // By default, a job with a failed row would leave out the report.
  expect(jobs.report).toMatchObject({ needs: 'batch', if: '${{ !cancelled() }}' });
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'report'));
  await runSteps(jobs.report.steps, join(folder, 'report'), {});
  expect(readFileSync(join(artifacts, 'report.html'), 'utf8')).toContain('1 model, 10 rows');
  const outputs = matrix.shard.map((shard) => join(artifacts, `reviews-${shard}.jsonl`));
  expect(await report(folder, ...outputs)).toEqual(
    await reportOfOne(folder, join(repository, 'reviews.csv')),
  );
});
