import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  buildRequest,
  defaultModelOf,
  fileIn,
  findRoute,
  parameterSpecsOf,
  parseParameters,
  rememberJsonFile,
  taskNamed,
  tasks,
  valuesFromExample,
  widgetExamplesOf,
  type Destination,
  type FileInput,
  type InferenceRequest,
  type JsonValue,
  type Media,
  type RunOptions,
  type Task,
} from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/process.ts';
import { exampleInputs } from './support/example-inputs.ts';
import { hasCurl, mayBeMissing, pythonWith } from './support/programs.ts';
import { provingGround } from './support/proving-ground.ts';

/** The clients that speak HTTP themselves: they can make every request. */
const wireClients = [
  { client: 'curl', isHere: hasCurl() },
  { client: 'requests', isHere: pythonWith('requests') !== undefined },
  { client: 'fetch', isHere: true },
];

const ground = await provingGround();
const { connection } = ground;

async function example(task: Task, destination: Destination = {}, options: RunOptions = {}) {
  const folder = temporaryFolder();
  const { model, values } = await exampleInputs(connection, task, folder);
  const route = await findRoute(connection, task, { model, ...destination });
  return { folder, request: await buildRequest(task, route, values, options) };
}

/** The code of a request sends what the run sends; what it printed is given back. */
async function expectSame(request: InferenceRequest, client: string, folder: string) {
  const { essence, result } = await ground.send(request);
  const code = await ground.runCodeOf(request, client, folder);
  expect(code.ended).toMatchObject({ code: 0, ...(client === 'curl' ? {} : { stderr: '' }) });
  expect(code.essence).toEqual(essence);
  return { result, stdout: code.ended.stdout };
}

/** The same where the sandbox has no model that takes such a body. */
async function expectSent(request: InferenceRequest, client: string, folder: string) {
  const essence = await ground.sendOnly(request);
  expect((await ground.runCodeOf(request, client, folder)).essence).toEqual(essence);
}

/** The text of a chat completion. */
function contentOf(completion: unknown): string {
  const { choices } = completion as { choices: [{ message: { content: string } }] };
  return choices[0].message.content.trimEnd();
}

describe.each(wireClients)('$client', ({ client, isHere }) => {
  const proving = test.skipIf(!isHere && mayBeMissing);

  proving.each(tasks.map((task) => [task.id, task] as const))('%s', async (_id, task) => {
    const { folder, request } = await example(task);
    const { result, stdout } = await expectSame(request, client, folder);
    if (task.result.answer === 'media') {
      const name = task.result.kind === 'image' ? 'output.png' : 'output.wav';
      expect(await readFile(join(folder, name))).toEqual(Buffer.from((result.value as Media).bytes));
    } else if (client !== 'curl' && ['tracks', 'masks'].includes(task.result.kind)) {
      const parts = result.value as readonly { label: string; blob?: string; mask?: string }[];
      const saved = (await readdir(folder)).filter((name) => /^output-\d+\.(wav|png)$/.test(name));
      const files = await Promise.all(saved.map((name) => readFile(join(folder, name), 'base64')));
      expect(files.sort()).toEqual(parts.map(({ blob, mask }) => blob ?? mask).sort());
      for (const { label } of parts) expect(stdout).toContain(label);
    } else expect(stdout.trim().length).toBeGreaterThan(0);
  });

  proving.each(tasks.map((task) => [task.id, task] as const))('%s with parameters', async (_id, task) => {
    const conversation = task.conversation !== undefined;
    const specs = await parameterSpecsOf(task, conversation);
    const typed = Object.fromEntries(
      specs.flatMap(({ name, kind }) =>
        ['top_k', 'temperature', 'top_p', 'seed', 'threshold', 'max_length'].includes(name) &&
        kind === 'number'
          ? [[name, '1']]
          : [],
      ),
    );
    const parameters = parseParameters(specs, { ...typed, own_parameter: '{"a b":["\'",null,true]}' });
    const { folder, request } = await example(task, {}, { parameters, billTo: 'an-organization' });
    await expectSame(request, client, folder);
  });

  describe('a chat', () => {
    const chat = taskNamed('text-generation');
    const model = 'sandbox/plain-assistant';

    proving('prints the text of the run as it comes', async () => {
      const { folder, request } = await example(chat, { model });
      expect(request.stream).toBe(true);
      const { result, stdout } = await expectSame(request, client, folder);
      expect(stdout.trimEnd()).toBe(contentOf(result.value));
    });

    proving('without streaming prints the whole answer', async () => {
      const { folder, request } = await example(chat, { model }, { stream: false });
      const { result, stdout } = await expectSame(request, client, folder);
      const content = contentOf(result.value);
      expect(stdout).toContain(client === 'curl' ? JSON.stringify(content) : content);
    });

    proving('at a provider, with the name that the provider has for the model', async () => {
      const { folder, request } = await example(chat, { model, provider: 'groq' });
      expect(request.url).toContain('/groq/');
      const { result, stdout } = await expectSame(request, client, folder);
      expect(stdout.trimEnd()).toBe(contentOf(result.value));
    });
  });

  proving('a refusal is told and ends the code as a failure; a picture that is there stays', async () => {
    const { folder, request } = await example(taskNamed('text-to-image'));
    await writeFile(join(folder, 'output.png'), 'mine');
    const ended = await ground.endOfCodeOf(request, client, folder, { HF_TOKEN: 'not-a-token' });
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toMatch(/401/);
    expect(await readFile(join(folder, 'output.png'), 'utf8')).toBe('mine');
  });

  proving('what is saved does not take the place of what is read', async () => {
    const task = taskNamed('image-to-image');
    const { folder, request: first } = await example(task);
    const { name, ...rest } = first.values['image'] as FileInput;
    await rename(join(folder, name), join(folder, 'output.png'));
    const values = { image: { ...rest, name: 'output.png', path: './output.png' } };
    const route = await findRoute(connection, task, { model: first.model ?? '' });
    const request = await buildRequest(task, route, values);
    await expectSame(request, client, folder);
    expect(await readdir(folder)).toContain('output-2.png');
  });

  proving('an example that cannot be downloaded is not sent', async () => {
    const { folder, request } = await example(taskNamed('image-classification'));
    const { path: _path, ...file } = (request.body as { file: FileInput }).file;
    const url = `${ground.sandbox.hubUrl}/there/is/no.png`;
    const body = { kind: 'file', file: { ...file, url } } as const;
    const code = ground.runCodeOf({ ...request, body }, client, folder);
    await expect(code).rejects.toThrow('nothing was sent');
  });

  proving('an address of any form', async () => {
    const { folder, request } = await example(taskNamed('text-classification'));
    await expectSame({ ...request, url: `${request.url}?a[]=1&b={c,d}&e=[1-3]&f=%7e%2f` }, client, folder);
  });

  proving('a table is read from the file that holds just it', async () => {
    const task = taskNamed('table-question-answering');
    const folder = temporaryFolder();
    const { model, values } = await exampleInputs(connection, task, folder);
    const table = structuredClone(values['table']) as JsonValue;
    await writeFile(join(folder, "it's a table.json"), JSON.stringify(table, null, 2));
    rememberJsonFile(table, "it's a table.json");
    const route = await findRoute(connection, task, { model });
    const request = await buildRequest(task, route, { ...values, table });
    await expectSame(request, client, folder);
    await writeFile(join(folder, "it's a table.json"), '{"changed":["yes"]}');
    const { essence } = await ground.runCodeOf(request, client, folder);
    expect(essence).toMatchObject({ body: { inputs: { table: { changed: ['yes'] } } } });
  });

  proving('an example of the card is downloaded under a name of our own', async () => {
    const task = taskNamed('image-classification');
    const folder = temporaryFolder();
    const model = await defaultModelOf(connection, task.id);
    const [widget = {}] = await widgetExamplesOf(connection, model);
    const values = await valuesFromExample(connection, task, widget);
    const request = await buildRequest(task, await findRoute(connection, task, { model }), values);
    await expectSame(request, client, folder);
    expect(await readdir(folder)).toContain('tryout-example.png');
  });

  proving.each([
    ['long', 'it\'s 100% \n"fine" '.repeat(8_000)],
    ['long only as code, in escapes', 'x\u00a0'.repeat(25_000)],
  ])('a text that is too long for an argument: %s', async (_name, text) => {
    const task = taskNamed('text-classification');
    const route = await findRoute(connection, task, { model: 'sandbox/vader-sentiment' });
    const request = await buildRequest(task, route, { text });
    await expectSame(request, client, temporaryFolder());
  });

  proving('a form of texts and files', async () => {
    const { folder, request } = await example(taskNamed('image-to-image'));
    const image = request.values['image'] as FileInput;
    const parts = [
      { name: 'prompt', value: '@it; "is" <a> text\r\nwith=more' },
      { name: 'image', value: image, fileName: 'a "name", or; two.png' },
      { name: 'image', value: image },
    ];
    await expectSent({ ...request, body: { kind: 'form', boundary: 'a-boundary', parts } }, client, folder);
  });

  proving('a picture in a data URL', async () => {
    const { folder, request } = await example(taskNamed('image-to-text'));
    const json = { inputs: fileIn(request.values['image'] as FileInput, 'data-url', 'image/jpeg') };
    await expectSent({ ...request, body: { kind: 'json', json } }, client, folder);
  });

  proving.each([
    ['text-to-image', 'fal-ai'],
    ['image-to-image', 'fal-ai'],
    ['text-to-speech', 'fal-ai'],
  ])('%s at %s', async (task, provider) => {
    const { folder, request } = await example(taskNamed(task), { provider });
    await expectSame(request, client, folder);
  });
});
