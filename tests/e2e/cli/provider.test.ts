import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { at, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

// A separate process: polling a provider's queue must keep it alive.
const sandbox = await recordingSandbox();

test('waits for the image of a provider with a queue', async () => {
  const folder = temporaryFolder();
  const words = ['run', 'text-to-image', 'a red circle', '--provider', 'fal-ai', '-o', 'circle.png'];
  const { code, stderr } = await cli([...words, ...at(sandbox)], {
    folder,
    environment: { HF_TOKEN: 'hf_sandbox' },
  });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const bytes = await readFile(join(folder, 'circle.png'));
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('\u0089PNG');
  const polls = sandbox.requests.filter(({ method, url }) => method === 'GET' && url.includes('/requests/'));
  expect(polls.length).toBeGreaterThan(1);
});

test('C21: --provider takes a policy as the picker shows it', async () => {
  const words = [
    'run',
    'text-generation',
    'Hello',
    '-m',
    'sandbox/plain-assistant',
    '--provider',
    ':fastest',
  ];
  sandbox.forget();
  const { code } = await cli([...words, ...at(sandbox)], { environment: { HF_TOKEN: 'hf_sandbox' } });
  const sent = sandbox.requests.find(({ method }) => method === 'POST')!;
  expect({ code, body: JSON.parse(Buffer.from(sent.body).toString()) as unknown }).toMatchObject({
    code: 0,
    body: { model: 'sandbox/plain-assistant:fastest' },
  });
});
