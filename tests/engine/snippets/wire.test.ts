import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  findDefaultInputs,
  findDefaultModel,
  resultKinds,
  taskNamed,
  tasks,
  type Place,
  type FileInput,
  type InferenceRequest,
  type Media,
  type Task,
  type TaskId,
} from '@tryout/engine';
import { fileFromPath, jsonFromPath } from '@tryout/engine/node';
import { describe, expect, test } from 'vitest';
import { requestFor, type RunOptions } from '../../support/ask.ts';
import { temporaryFolder } from '../../support/process.ts';
import { exampleInputs } from './support/example-inputs.ts';
import { missingPrograms, programsOf, testWith } from './support/programs.ts';
import { startSnippetRunner } from './support/snippet-runner.ts';

/** Clients that use HTTP directly and support every request. */
const wireClients = ['curl', 'requests', 'fetch'] as const;

const runner = await startSnippetRunner();
const { connection } = runner;

async function example(task: Task, destination: Place = {}, options: RunOptions = {}) {
  const folder = temporaryFolder();
  const { model, values } = await exampleInputs(connection, task, folder);
  const request = await requestFor(connection, task.id, { model, ...destination }, values, options);
  return { folder, request };
}

type Sent = Awaited<ReturnType<typeof runner.send>>;

/** Expects the code to send the request of the run; returns the result and the output. */
async function expectSameRequest(request: InferenceRequest, client: string, folder: string, sent?: Sent) {
  const { normalized, result } = sent ?? (await runner.send(request));
  const code = await runner.runCodeOf(request, client, folder);
  expect(code.ended, client).toMatchObject({ code: 0, ...(client === 'curl' ? {} : { stderr: '' }) });
  expect(code.normalized, client).toEqual(normalized);
  return { result, stdout: code.ended.stdout };
}

/** Like `expectSameRequest` for bodies that no sandbox model accepts. */
async function expectRequest(request: InferenceRequest, client: string, folder: string) {
  const normalized = await runner.sendOnly(request);
  expect((await runner.runCodeOf(request, client, folder)).normalized).toEqual(normalized);
}

function contentOf(completion: unknown): string {
  const { choices } = completion as { choices: [{ message: { content: string } }] };
  return choices[0].message.content.trimEnd();
}

const clientsHere = wireClients.filter((client) => missingPrograms(programsOf[client]).length === 0);

/** Runs the request once and its code for each client in a folder of its own, with the same input files. */
async function expectSameRequests({ folder, request }: Awaited<ReturnType<typeof example>>) {
  const sent = await runner.send(request);
  const runs = [];
  for (const client of clientsHere) {
    const own = temporaryFolder();
    await cp(folder, own, { recursive: true });
    const { stdout } = await expectSameRequest(request, client, own, sent);
    runs.push({ client, folder: own, stdout });
  }
  return { result: sent.result, runs };
}

/** One task of each way to save a result; golden files have the code of all tasks. */
const daily: readonly TaskId[] = ['text-to-speech', 'image-segmentation'];
const tagsOf = (id: TaskId) => (daily.includes(id) ? [] : ['nightly']);

for (const task of tasks)
  // Reading text in an image takes seconds, for each client.
  test(task.id, { tags: tagsOf(task.id), timeout: 600_000 }, async () => {
    const { result, runs } = await expectSameRequests(await example(task));
    for (const { client, folder, stdout } of runs) {
      const { media, entry } = resultKinds[task.result.kind];
      if (media && !entry) {
        const name = `output.${{ image: 'png', audio: 'wav', video: 'mp4' }[media]}`;
        expect(await readFile(join(folder, name))).toEqual(Buffer.from((result.value as Media).bytes));
      } else if (client !== 'curl' && entry) {
        const parts = result.value as readonly { label: string; blob?: string; mask?: string }[];
        const saved = (await readdir(folder)).filter((name) => /^output-\d+\.(wav|png)$/.test(name));
        const files = await Promise.all(saved.map((name) => readFile(join(folder, name), 'base64')));
        expect(files.sort()).toEqual(parts.map(({ blob, mask }) => blob ?? mask).sort());
        for (const { label } of parts) expect(stdout).toContain(label);
      } else expect(stdout.trim().length).toBeGreaterThan(0);
    }
  });

/** One task for each form of a body with parameters. */
const withParameters: readonly TaskId[] = [
  'text-classification',
  'text-generation',
  'image-classification',
  'image-to-image',
  'zero-shot-classification',
  'table-question-answering',
];

test.each(withParameters)('%s with parameters', async (id) => {
  const task = taskNamed(id);
  const typed: Record<string, string> =
    id === 'text-generation' ? { temperature: '1', top_p: '1', seed: '1' } : { top_k: '1' };
  const parameters = { ...typed, own_parameter: '{"a b":["\'",null,true]}' };
  const options = { parameters, billTo: 'an-organization', flags: ['no-cache', 'no-load'] } as const;
  await expectSameRequests(await example(task, {}, options));
});

describe.each(wireClients)('%s', (client) => {
  const clientTest = testWith(...programsOf[client]);

  describe('a chat', () => {
    const chat = taskNamed('text-generation');
    const model = 'sandbox/plain-assistant';

    clientTest('streams the text of the run', async () => {
      const { folder, request } = await example(chat, { model });
      expect(request.run.stream).toBe(true);
      const { result, stdout } = await expectSameRequest(request, client, folder);
      expect(stdout.trimEnd()).toBe(contentOf(result.value));
    });

    clientTest('prints the complete answer without streaming', async () => {
      const { folder, request } = await example(chat, { model }, { stream: false });
      const { result, stdout } = await expectSameRequest(request, client, folder);
      const content = contentOf(result.value);
      expect(stdout).toContain(client === 'curl' ? JSON.stringify(content) : content);
    });

    clientTest("uses the provider's id for the model", async () => {
      const { folder, request } = await example(chat, { model, provider: 'groq' });
      expect(request.wire.url).toContain('/groq/');
      const { result, stdout } = await expectSameRequest(request, client, folder);
      expect(stdout.trimEnd()).toBe(contentOf(result.value));
    });
  });

  clientTest(
    'an error response is reported with a nonzero exit code and keeps an existing image',
    async () => {
      const { folder, request } = await example(taskNamed('text-to-image'));
      await writeFile(join(folder, 'output.png'), 'mine');
      const ended = await runner.endOfCodeOf(request, client, folder, { HF_TOKEN: 'not-a-token' });
      expect(ended.code).not.toBe(0);
      expect(ended.stderr).toMatch(/401/);
      expect(await readFile(join(folder, 'output.png'), 'utf8')).toBe('mine');
    },
  );

  clientTest('saving the output does not overwrite the input file', async () => {
    const task = taskNamed('image-to-image');
    const { folder, request: first } = await example(task);
    const { name, ...rest } = first.run.values['image'] as FileInput;
    await rename(join(folder, name), join(folder, 'output.png'));
    const values = { image: { ...rest, name: 'output.png', path: './output.png' } };
    const destination = { model: first.run.route.model! };
    const request = await requestFor(connection, task.id, destination, values);
    await expectSameRequest(request, client, folder);
    expect(await readdir(folder)).toContain('output-2.png');
  });

  clientTest('does not send an example that cannot be downloaded', async () => {
    const { folder, request } = await example(taskNamed('image-classification'));
    const { path: _path, ...file } = (request.wire.body as { file: FileInput }).file;
    const url = `${runner.sandbox.hubUrl}/there/is/no.png`;
    const body = { kind: 'file', file: { ...file, url } } as const;
    const code = runner.runCodeOf({ ...request, wire: { ...request.wire, body } }, client, folder);
    await expect(code).rejects.toThrow('nothing was sent');
  });

  clientTest('keeps special characters in the URL', async () => {
    const { folder, request } = await example(taskNamed('text-classification'));
    const url = `${request.wire.url}?a%5B%5D=1&b=%7Bc,d%7D&e=%5B1-3%5D&f=~%2F`;
    await expectSameRequest({ ...request, wire: { ...request.wire, url } }, client, folder);
  });

  clientTest('reads a table from its file', async () => {
    const folder = temporaryFolder();
    const path = join(folder, "it's a table.json");
    const { model, values } = await exampleInputs(connection, taskNamed('table-question-answering'), folder);
    await writeFile(path, JSON.stringify(values['table'], null, 2));
    const inputs = { ...values, table: await jsonFromPath(path) };
    const request = await requestFor(connection, 'table-question-answering', { model }, inputs);
    await expectSameRequest(request, client, folder);
    await writeFile(path, '{"changed":["yes"]}');
    const { normalized } = await runner.runCodeOf(request, client, folder);
    expect(normalized).toMatchObject({ body: { inputs: { table: { changed: ['yes'] } } } });
  });

  clientTest('downloads a card example to a safe file name', async () => {
    const task = taskNamed('image-classification');
    const folder = temporaryFolder();
    const model = await findDefaultModel(connection, task.id);
    const { values } = await findDefaultInputs(connection, task, model);
    const request = await requestFor(connection, task.id, { model }, values);
    await expectSameRequest(request, client, folder);
    expect(await readdir(folder)).toContain('tryout-example.png');
  });

  clientTest.each([
    ['long', 'it\'s 100% \n"fine" '.repeat(8_000)],
    ['long only after escaping', 'x\u00a0'.repeat(25_000)],
  ])('sends a text that is too long for an argument: %s', async (_name, text) => {
    const destination = { model: 'sandbox/vader-sentiment' };
    const request = await requestFor(connection, 'text-classification', destination, { text });
    await expectSameRequest(request, client, temporaryFolder());
  });

  clientTest('sends a form with texts and files', async () => {
    const { folder, request } = await example(taskNamed('image-to-image'));
    const image = request.run.values['image'] as FileInput;
    const parts = [
      { name: 'prompt', value: '@it; "is" <a> text\r\nwith=more' },
      { name: 'image', value: image, fileName: 'a "name", or; two.png' },
      { name: 'image', value: image },
    ];
    await expectRequest(
      { ...request, wire: { ...request.wire, body: { kind: 'form', parts } } },
      client,
      folder,
    );
  });

  clientTest('sends an image as a data URL', async () => {
    const { folder, request: first } = await example(taskNamed('image-to-text'));
    const { name } = (first.wire.body as { file: FileInput }).file;
    const image = { ...(await fileFromPath(join(folder, name), 'image')), path: name };
    const chat = { system: '', exchanges: [], images: [image] };
    const destination = { model: 'sandbox/picture-assistant' };
    const options = { chat, stream: false };
    const request = await requestFor(connection, 'text-generation', destination, { text: 'What?' }, options);
    await expectSameRequest(request, client, folder);
  });
});

test('image-to-image at fal-ai', async () => {
  await expectSameRequests(await example(taskNamed('image-to-image'), { provider: 'fal-ai' }));
});
