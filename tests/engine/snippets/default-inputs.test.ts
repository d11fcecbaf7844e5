import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findDefaultInputs,
  findDefaultModel,
  forgetModels,
  isPlaceholderFile,
  missingFields,
  readFileInput,
  taskNamed,
  type Connection,
  type FileInput,
} from '@tryout/engine';
import { startSandbox, type Sandbox } from '@tryout/sandbox';
import { connectionAt, rejection, connectionTo } from '../../support/ask.ts';
import { sendJson, serve, type LoopbackServer } from '../../support/loopback.ts';
import { tasksOfEachKind } from '../../support/task-list.ts';

let sandbox: Sandbox;
let connection: Connection;

beforeAll(async () => {
  sandbox = await startSandbox();
  connection = connectionTo(sandbox);
});

afterAll(async () => {
  forgetModels();
  await sandbox.close();
});

const filesIn = (values: object) =>
  Object.values(values).filter((value): value is FileInput => typeof value === 'object' && 'open' in value);

describe.each(tasksOfEachKind())('$id', (task) => {
  test('provides a value for every field without a model, with placeholder files', async () => {
    const { values, source } = await findDefaultInputs(connection, task, undefined);
    expect(source).toBe('task');
    expect(missingFields(task.fields, values)).toEqual([]);
    const required = Object.keys(task.fields).filter(
      (name) => !task.fields[name]!.optional || name === 'text',
    );
    expect(Object.keys(values)).toEqual(required);
    for (const file of filesIn(values)) {
      expect(isPlaceholderFile(file)).toBe(true);
      expect(file.contentType).toMatch(task.fields.image ? /^image\/(?:png|jpeg)$/ : /^audio\/flac$/);
      const failure = await rejection(readFileInput(file));
      expect(failure).toMatchObject({ name: 'InputError', hint: 'Choose a file.' });
      expect(failure.message).toContain(`${file.name} is a placeholder for your own `);
    }
  });

  test('uses the first example from the model card', async () => {
    const model = await findDefaultModel(connection, task.id);
    const { values, source } = await findDefaultInputs(connection, task, model);
    expect(source).toBe('model');
    expect(missingFields(task.fields, values)).toEqual([]);
    for (const file of filesIn(values)) {
      expect(file.url).toContain(`${sandbox.hubUrl}/${model}/resolve/main/`);
      expect(isPlaceholderFile(file)).toBe(false);
      expect(await readFileInput(file)).toHaveLength(file.size);
    }
  });
});

test('default task values match the examples of the Hub', async () => {
  const valuesOf = async (task: string) =>
    (await findDefaultInputs(connection, taskNamed(task), undefined)).values;
  expect(await valuesOf('text-generation')).toEqual({ text: 'What is the capital of France?' });
  expect(await valuesOf('question-answering')).toEqual({
    question: 'What is my name?',
    context: 'My name is Clara and I live in Berkeley.',
  });
  expect(await valuesOf('fill-mask')).toEqual({ text: 'The answer to the universe is <mask>.' });
  expect(await valuesOf('tabular-regression')).toMatchObject({ data: { Height: ['11.52', '12.48'] } });
  expect(await valuesOf('table-question-answering')).toMatchObject({
    table: { Stars: ['36542', '4512', '3934'] },
  });
  expect(await valuesOf('zero-shot-classification')).toMatchObject({
    candidateLabels: ['urgent', 'not urgent', 'phone', 'tablet', 'computer'],
  });
  expect(await valuesOf('zero-shot-image-classification')).toMatchObject({
    image: { name: 'cats.jpg', contentType: 'image/jpeg' },
    candidateLabels: ['cat', 'dog', 'bird'],
  });
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);

/** A hub with one model and its images under `/good`. */
function hubWith(card: object): Promise<LoopbackServer> {
  return serve(({ url }, response) => {
    if (url.startsWith('/api/')) return sendJson(response, { id: 'o/m', ...card });
    if (url.startsWith('/good')) return response.writeHead(200).end(png);
    return response.writeHead(404).end('no such file');
  });
}

describe("a model's card", () => {
  const inputsOf = async (task: string, card: object) => {
    const server = await hubWith(card);
    return findDefaultInputs(connectionAt(server.url), taskNamed(task), 'o/m');
  };

  test('uses the next example if a file is unavailable', async () => {
    const widgetData = [{ src: '/none.png' }, { src: 'file:///etc/passwd' }, { src: '/good.png' }];
    const { values, source } = await inputsOf('image-classification', { widgetData });
    expect([source, (values.image as FileInput).name]).toEqual(['model', 'good.png']);
  });

  test('falls back to the task values after a few unavailable files', async () => {
    const server = await hubWith({
      widgetData: Array.from({ length: 50 }, (_, at) => ({ src: `/${at}.png` })),
    });
    const { values, source } = await findDefaultInputs(
      connectionAt(server.url),
      taskNamed('image-classification'),
      'o/m',
    );
    expect([source, (values.image as FileInput).name]).toEqual(['task', 'cats.jpg']);
    expect(server.received.length).toBeLessThan(10);
  });

  test('prefers complete examples', async () => {
    const widgetData = [{ text: 'Who?' }, { text: 'Where?', context: 'Here.' }];
    const { values } = await inputsOf('question-answering', { widgetData });
    expect(values).toEqual({ question: 'Where?', context: 'Here.' });
  });

  test('fills missing fields with task values', async () => {
    const { values, source } = await inputsOf('zero-shot-classification', { widgetData: [{ text: 'ham' }] });
    expect(source).toBe('model');
    expect(values).toMatchObject({
      text: 'ham',
      candidateLabels: expect.arrayContaining(['urgent']) as unknown,
    });
    const asked = await inputsOf('visual-question-answering', {
      widgetData: [{ text: 'What?', src: '/none.png' }, { text: 'Why?' }],
    });
    expect(asked.values).toMatchObject({ question: 'Why?', image: { name: 'cat.png' } });
  });

  test.each([
    [{}],
    [{ widgetData: null }],
    [{ widgetData: [{ text: '' }, { text: ' \n' }, { context: 'c' }, { src: '/good.png' }] }],
    [{ widgetData: [{ text: ['a'] }, null, 7, { messages: 'hello' }] }],
  ])('without a usable example falls back to the task values: %j', async (card) => {
    const { values, source } = await inputsOf('summarization', card);
    expect(source).toBe('task');
    expect(values.text).toMatch(/^The tower is 324 metres/);
  });

  test('supports conversations', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello?' },
    ];
    expect((await inputsOf('text-generation', { widgetData: [{ messages }] })).values).toEqual({
      text: 'Hello?',
    });
  });

  test('provides the mask token', async () => {
    const { values, source } = await inputsOf('fill-mask', { mask_token: '[MASK]' });
    expect([source, values.text]).toEqual(['task', 'The answer to the universe is [MASK].']);
  });

  test.each(['table', 'structured_data'])(
    'with an invalid %s falls back to the task values',
    async (name) => {
      const task = name === 'table' ? 'table-question-answering' : 'tabular-regression';
      const widgetData = [{ text: 'q', [name]: { a: ['1', '2'], b: ['1'] } }];
      expect(await inputsOf(task, { widgetData })).toMatchObject({ source: 'task' });
    },
  );
});

test('reports a missing model', async () => {
  const failure = await rejection(findDefaultInputs(connection, taskNamed('summarization'), 'no/such'));
  expect(failure).toMatchObject({ name: 'UnknownModelError', status: 404 });
});

test('canceling during a file download does not start the next one', async () => {
  const abort = new AbortController();
  const server = await serve(({ url }, response) => {
    if (!url.startsWith('/api/')) return abort.abort();
    return sendJson(response, { id: 'o/m', widgetData: [{ src: '/a.png' }, { src: '/b.png' }] });
  });
  const asked = findDefaultInputs(connectionAt(server.url), taskNamed('image-to-text'), 'o/m', abort.signal);
  expect(await rejection(asked)).toMatchObject({ name: 'CanceledError' });
  expect(server.received.map(({ url }) => url)).not.toContain('/b.png');
});
