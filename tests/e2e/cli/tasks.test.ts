import { tasks } from '@tryout/engine';
import { expect, test } from 'vitest';
import { at } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerJson, serve } from '../../support/loopback.ts';

// cspell:ignore wikisql Thesz

/** URLs are never broken, so that they can be opened. */
const isTooLong = (line: string) => line.length > 80 && !/^ +https:\/\/\S+$/.test(line);

test('S14: tasks TASK describes every task in 80 columns, without a request', async () => {
  for (const { id, label } of tasks) {
    const { code, stdout, stderr } = await cli(['tasks', id]);
    expect({ id, code, stderr }).toEqual({ id, code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^${label} \\(${id}[,)]`));
    expect(stdout).toMatch(
      /\nDemo: input\n {2}\S[^]*\nDemo: output\n {2}\S[^]*\nRecommended models\n {2}\S+\/\S+\n/,
    );
    expect(stdout.split('\n').filter(isTooLong)).toEqual([]);
  }
});

test('S14: it shows demos as results are shown, descriptions, and links', async () => {
  const { stdout } = await cli(['tasks', 'table-qa']);
  expect(stdout).toMatch(/Rank +Name +No\. of reigns +Combined days\n +1 +Lou Thesz/);
  expect(stdout).toContain('  Question: What is the number of reigns for Harley Race?\n');
  expect(stdout).toMatch(
    /\n {2}wikisql\n {4}WikiSQL is [^]*\n {4}https:\/\/huggingface\.co\/datasets\/wikisql\n/,
  );
  const entities = await cli(['tasks', 'ner']);
  expect(entities.stdout).toContain('[Omar](PERSON)');
  expect(entities.stdout).toContain('https://www.youtube.com/watch?v=wVHdVlPScxA');
  const labels = await cli(['tasks', 'sentiment']);
  expect(labels.stdout).toMatch(/POSITIVE .*90\.0%/);
  expect(labels.stdout).toMatch(/\nSubtasks\n {2}Acceptability Classification\n/);
});

test('S14: --json is one object for a task, and still an array for all', async () => {
  const one = JSON.parse((await cli(['tasks', 'asr', '--json'])).stdout) as Record<string, unknown>;
  const all = JSON.parse((await cli(['tasks', '--json'])).stdout) as Record<string, unknown>[];
  expect(all.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id));
  expect(one).toMatchObject(all.find(({ id }) => id === 'automatic-speech-recognition')!);
  expect(Object.keys(all[0]!)).toEqual(['id', 'label', 'modality', 'summary', 'fields', 'result', 'aliases']);
  expect(all.find(({ id }) => id === 'zero-shot-image-classification')).toMatchObject({
    label: 'Zero-Shot Image Classification',
    modality: 'cv',
    fields: [
      { option: '--image', kind: 'image' },
      { option: '--label', kind: 'list' },
    ],
    result: 'labels',
    aliases: ['clip', 'zero-shot-image'],
  });
  expect(one).toMatchObject({
    youtubeId: expect.stringMatching(/^[\w-]{11}$/) as unknown,
    demo: { inputs: [{ type: 'audio', filename: 'input.flac' }] },
    models: expect.arrayContaining([expect.objectContaining({ id: 'openai/whisper-large-v3' })]) as unknown,
  });
});

test("S14: another hub's descriptions reach the terminal without control characters", async () => {
  const description = 'A [link](https://example.org) \u001b[31mred\u001b[0m `code` <b>bold</b>';
  const hub = await serve(answerJson({ 'fill-mask': { models: [{ id: 'house/own', description }] } }));
  const { stdout } = await cli(['tasks', 'fill-mask', ...at(hub)]);
  expect(stdout).toMatch(/\n {2}house\/own\n {4}A link/);
  // oxlint-disable-next-line no-control-regex -- what must not be there
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});
