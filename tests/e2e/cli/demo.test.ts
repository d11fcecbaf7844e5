import { once } from 'node:events';
import { tasks } from '@tryout/engine';
import { expect, test } from 'vitest';
import { cli, waitForExit, startCli } from '../../support/cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';

test('demo names failed tasks and exits with 1', async () => {
  const { code, stdout, stderr } = await cli(['demo', '--json', '--timeout', '0.001']);
  expect(code).toBe(1);
  const rows = JSON.parse(stdout) as { error?: { name: string } }[];
  expect(rows.map(({ error }) => error?.name)).toEqual(tasks.map(() => 'TimeoutError'));
  expect(JSON.parse(stderr)).toMatchObject({
    error: {
      name: 'FailedDemoError',
      message: expect.stringMatching(/^audio-classification, .* failed$/) as string,
    },
  });
});

test('demo says at once what it runs in a terminal without a cursor', async () => {
  const child = startCli(['demo'], { environment: { TERM: 'dumb' } });
  const result = waitForExit(child);
  const [first] = (await once(child.stderr, 'data')) as [Buffer];
  expect(first.toString()).toMatch(/^Running each of the \d+ tasks once\./);
  child.kill('SIGINT');
  expect(await result).toMatchObject({ code: 130, stdout: '' });
});

test('sandbox prints its URLs and serves until Ctrl-C, and reports a port that is in use', async () => {
  const child = startCli(['sandbox', '--json']);
  const result = waitForExit(child);
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  const { hubUrl = '', inferenceUrl, token } = JSON.parse(first.toString()) as Record<string, string>;
  expect(inferenceUrl).toBe(`${hubUrl}/inference`);
  const environment = { HF_ENDPOINT: hubUrl, HF_INFERENCE_ENDPOINT: inferenceUrl, HF_TOKEN: token };
  const who = await cliInProcess(['whoami'], { environment });
  expect(who).toMatchObject({ code: 0, stdout: 'guest\norganizations: sandbox\n' });
  const second = await cli(['sandbox', '--port', new URL(hubUrl).port]);
  expect(second.code).toBe(2);
  expect(second.stderr).toMatch(/^error: Could not use port \d+ \(EADDRINUSE\)/);
  child.kill('SIGINT');
  expect(await result).toMatchObject({ code: 0, stderr: 'Press Ctrl-C to stop.\n' });
  expect((await cliInProcess(['whoami'], { environment })).stderr).toMatch(/refused the connection/);
});
