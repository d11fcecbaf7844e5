// @module-tag nightly
import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { testWith } from '../../../engine/snippets/support/programs.ts';
import { launcher } from '../../../support/built-cli.ts';
import { isolatedEnvironment, temporaryFolder } from '../../../support/cli.ts';
import { cliInProcess } from '../../../support/cli-in-process.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { startCluster } from './cluster.ts';

const script = fileURLToPath(new URL('reviews.sbatch', import.meta.url));
const run = promisify(execFile);

test('the documentation shows the script that is tested', () => {
  const page = readFileSync(fileURLToPath(new URL('../../../../docs/batch.md', import.meta.url)), 'utf8');
  expect(page).toContain(readFileSync(script, 'utf8'));
});

const sandbox = await recordingSandbox();

testWith('SLURM')(
  'a job array runs a batch on a cluster of one node, and its report misses no shard',
  { timeout: 120_000 },
  async () => {
    const folder = temporaryFolder();
    for (const name of ['bin', 'slurm']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'bin/tryout'), `#!/bin/sh\nexec '${process.execPath}' '${launcher}' "$@"\n`);
    chmodSync(join(folder, 'bin/tryout'), 0o755);
    copyFileSync(script, join(folder, 'reviews.sbatch'));
    const rows = Array.from({ length: 40 }, (_, index) => (index % 3 ? 'great,positive' : 'awful,negative'));
    writeFileSync(join(folder, 'reviews.csv'), `text,label\n${rows.join('\n')}\n`);
    const cluster = await startCluster(join(folder, 'slurm'));
    try {
      const env = {
        ...isolatedEnvironment(folder, {
          HF_TOKEN: 'hf_sandbox',
          HF_ENDPOINT: sandbox.hubUrl,
          HF_INFERENCE_ENDPOINT: sandbox.inferenceUrl,
        }),
        SLURM_CONF: cluster.config,
        PATH: [join(folder, 'bin'), process.env['PATH']].join(delimiter),
      };
      await run('sbatch', ['--wait', 'reviews.sbatch'], { cwd: folder, env });
    } finally {
      await cluster.stop();
    }
    const outputs = [1, 2, 3, 4].map((index) => `reviews-${index}.jsonl`);
    const { code, stdout } = await cliInProcess(['report', ...outputs, '--expected', 'label', '--json'], {
      folder,
    });
    expect({ code, report: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 0,
      report: { rows: 40, missingShards: [] },
    });
    const [first = ''] = readFileSync(join(folder, 'reviews-2.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(first)).toMatchObject({ shard: '2/4' });
  },
);
