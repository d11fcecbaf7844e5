import { expect, test } from 'vitest';
import { startSandbox } from '@tryout/sandbox';
import { cli } from '../../support/cli.ts';

test('never completes invalid IDs from a hub', async () => {
  const row = (id: string) => ({ id, pipeline_tag: 'text-classification', downloads: 9 });
  const sandbox = await startSandbox({
    listing: ['good/model', 'x;touch${IFS}/tmp/x', 'a/$(touch /tmp/y)', 'b/`id`'].map(row),
  });
  const words = ['complete', '--', 'run', 'text-classification', '-m', ''];
  const { stdout } = await cli(words, { environment: { HF_ENDPOINT: sandbox.hubUrl } });
  await sandbox.close();
  const values = stdout.split('\n').map((line) => line.split('\t')[0]);
  expect(values).toContain('good/model');
  expect(stdout).not.toMatch(/[;$`]/);
});
