import { once } from 'node:events';
import { tasks } from '@tryout/engine';
import { expect, test } from 'vitest';
import { cli, ended, startCli } from '../../support/cli.ts';

test('demo runs every task on the embedded hub and prints what each answered', async () => {
  const [json, text] = [await cli(['demo', '--json']), await cli(['demo'])];
  expect(json).toMatchObject({ code: 0, stderr: '' });
  const rows = JSON.parse(json.stdout) as Record<string, string | number>[];
  expect(rows.map(({ task }) => task)).toEqual(tasks.map(({ id }) => id));
  for (const row of rows) {
    expect(row).toEqual({
      task: row['task'],
      model: expect.stringMatching(/^sandbox\//) as string,
      input: expect.stringMatching(/\S/) as string,
      answer: expect.stringMatching(/\S/) as string,
      seconds: expect.any(Number) as number,
    });
  }
  expect(text).toMatchObject({ code: 0, stderr: '' });
  expect(
    text.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t')[0]),
  ).toEqual(tasks.map(({ id }) => id));
});

test('sandbox serves until Ctrl-C and prints what to point others at', async () => {
  const child = startCli(['sandbox', '--json']);
  const result = ended(child);
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  const { hubUrl, inferenceUrl, token } = JSON.parse(first.toString()) as Record<string, string>;
  expect(inferenceUrl).toBe(`${hubUrl}/inference`);
  const who = await cli(['whoami'], {
    environment: { HF_ENDPOINT: hubUrl, HF_INFERENCE_ENDPOINT: inferenceUrl, HF_TOKEN: token },
  });
  expect(who).toMatchObject({ code: 0, stdout: 'guest (Guest)\norganisations: sandbox\n' });
  child.kill('SIGINT');
  expect((await result).code).toBe(0);
  expect(
    (await cli(['whoami', '--hub-url', hubUrl ?? ''], { environment: { HF_TOKEN: token } })).stderr,
  ).toMatch(/refused the connection/);
});

test('a port that is taken is said', async () => {
  const child = startCli(['sandbox', '--json']);
  const result = ended(child);
  const [first] = (await once(child.stdout, 'data')) as [Buffer];
  const { port } = new URL((JSON.parse(first.toString()) as { hubUrl: string }).hubUrl);
  const second = await cli(['sandbox', '--port', port]);
  expect(second.code).toBe(2);
  expect(second.stderr).toMatch(/^error: Port \d+ cannot be used \(EADDRINUSE\)/);
  child.kill('SIGINT');
  await result;
});
