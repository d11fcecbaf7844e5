import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildRequest, findRoute, run, tasks, type Media, type TaskId } from '@tryout/engine';
import { beforeAll, describe, expect, test } from 'vitest';
import { connectionTo } from '../../support/ask.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { at, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { tasksOfEachKind } from '../../support/task-list.ts';
import { typedExample, type TypedRun } from './inputs-from-example.ts';

const text = expect.any(String) as string;
const number = expect.any(Number) as number;
const labels = expect.arrayContaining([expect.objectContaining({ label: text, score: number })]) as unknown;
const answers = expect.arrayContaining([expect.objectContaining({ answer: text, score: number })]) as unknown;
const numbers = expect.arrayContaining([number]) as unknown;
const object = (fields: object) => expect.objectContaining(fields) as unknown;
const list = (fields: object) => expect.arrayContaining([object(fields)]) as unknown;
const media = (type: string) => ({
  contentType: expect.stringMatching(`^${type}/`) as string,
  bytes: number,
  file: expect.stringMatching(/^tryout-[a-z-]+-\d{8}-\d{6}\.(png|wav|webm)$/) as string,
});

const contract: Readonly<Record<TaskId, unknown>> = {
  'audio-classification': labels,
  'audio-to-audio': list({ label: text, blob: text, 'content-type': text }),
  'automatic-speech-recognition': { text },
  'document-question-answering': answers,
  'feature-extraction': numbers,
  'fill-mask': list({ score: number, sequence: text, token: number, token_str: text }),
  'image-classification': labels,
  'image-segmentation': list({ label: text, mask: text, score: number }),
  'image-to-image': media('image'),
  'image-to-text': { generated_text: text },
  'object-detection': list({ label: text, score: number, box: object({ xmin: number, ymax: number }) }),
  'question-answering': { answer: text, start: number, end: number, score: number },
  'sentence-similarity': numbers,
  summarization: { summary_text: text },
  'table-question-answering': object({ answer: text, aggregator: text }),
  'tabular-classification': numbers,
  'tabular-regression': numbers,
  'text-classification': labels,
  'text-generation': { generated_text: expect.any(String) as string },
  'text-to-image': media('image'),
  'text-to-speech': media('audio'),
  'token-classification': list({ entity_group: text, word: text, start: number, end: number, score: number }),
  translation: { translation_text: text },
  'visual-question-answering': answers,
  'zero-shot-classification': object({
    sequence: text,
    labels: [text, text, text],
    scores: [number, number, number],
  }),
  'zero-shot-image-classification': labels,
  'text-to-video': media('video'),
  'image-to-video': media('video'),
  'image-text-to-image': media('image'),
  'image-text-to-video': media('video'),
  'text-to-audio': media('audio'),
};

const sandbox = await recordingSandbox();
// Videos take long, and are files like pictures.
const ofEachKind = tasksOfEachKind().filter(({ result }) => result.kind !== 'video');
const environment = { HF_TOKEN: 'hf_sandbox' };

/** The requests to models since the last call, with what makes them different. */
function sentRequests() {
  const sent = sandbox.requests.filter(({ method }) => method === 'POST');
  sandbox.forget();
  return sent.map(({ url, headers, body }) => ({
    url,
    type: headers['content-type'],
    body: Buffer.from(body).toString('base64'),
  }));
}

describe.each(tasks)('$id', (task) => {
  const connection = connectionTo(sandbox);
  const folder = temporaryFolder();
  let example: TypedRun;
  let first: Awaited<ReturnType<typeof send>>;

  const send = async (...command: readonly string[]) => {
    sandbox.forget();
    const { code, stdout, stderr } = await cli([...command, '--json', ...at(sandbox)], {
      folder,
      environment,
    });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return { stdout, stderr, requests: sentRequests() };
  };

  beforeAll(async () => {
    example = await typedExample(connection, task, folder);
    first = await send('run', task.id, ...example.words, '--save-run', 'a.run.json');
  });

  test('run --json prints the documented value', async () => {
    expect(first.stderr).toBe('Saved the run to a.run.json.\n');
    expect(first.requests).toHaveLength(1);
    expect(JSON.parse(first.stdout)).toEqual(contract[task.id]);
  });

  if (!ofEachKind.includes(task)) return;

  test('the value is that of the engine, and the history and a run file give the same request', async () => {
    const value = JSON.parse(first.stdout) as { file?: string; bytes?: number };
    // The engine returns the same value for the same request; chat models may answer differently.
    const route = await findRoute(connection, task, { model: example.model });
    const direct = await run(connection, await buildRequest(task, route, example.values, { stream: false }));
    if (typeof value.file === 'string') {
      const saved = await readFile(join(folder, value.file));
      expect(saved).toEqual(Buffer.from((direct.value as Media).bytes));
      expect(value.bytes).toBe(saved.length);
    } else if (!direct.run.route.conversation) expect(value).toEqual(direct.value);
    expect((await send('rerun', 'last')).requests).toEqual(first.requests);
    expect((await send('rerun', 'a.run.json')).requests).toEqual(first.requests);
  });
});

test('run --json prints the chat completion without streaming', async () => {
  sandbox.forget();
  const words = ['run', 'text-generation', 'Hello!', '-m', 'sandbox/plain-assistant', '--json'];
  const { code, stdout } = await cli([...words, ...at(sandbox)], { environment });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    model: 'sandbox/plain-assistant',
    choices: [{ message: { role: 'assistant', content: text } }],
    usage: expect.anything() as unknown,
  });
  const sent = sandbox.requests.find(({ url }) => url.endsWith('/chat/completions'));
  expect(JSON.parse(Buffer.from(sent?.body ?? []).toString())).toMatchObject({ stream: false });
});
