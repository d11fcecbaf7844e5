import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  fileFromBlob,
  getServerName,
  readFileInput,
  tasks,
  type FileInput,
  type InferenceRequest,
  type TaskId,
} from '@tryout/engine';
import { connectionAt, connectionTo, exampleOf, requestFor, runRequest } from '../support/ask.ts';
import { fakeHub, hubModel } from '../support/fake-hub.ts';
import { recordingSandbox } from '../support/recording-sandbox.ts';

const goldenFolder = new URL('requests/', import.meta.url);
const sandbox = await recordingSandbox();
const connection = connectionTo(sandbox);

/** A file in a JSON body. */
interface Placeholder {
  readonly file: FileInput;
  readonly encoding: string;
}

const isPlaceholder = (value: unknown): value is Placeholder =>
  typeof value === 'object' && value !== null && 'encoding' in value && 'file' in value;

/** The body as text, with a text in place of each file. */
async function textOf(
  { wire: { body } }: InferenceRequest,
  write: (file: FileInput, encoding?: string) => string | Promise<string>,
): Promise<string> {
  if (body.kind === 'file') return write(body.file);
  if (body.kind !== 'json') throw new Error('a form');
  const files: Placeholder[] = [];
  JSON.stringify(body.json, (_key, value) => (isPlaceholder(value) ? void files.push(value) : value));
  const written = await Promise.all(files.map(({ file, encoding }) => write(file, encoding)));
  return JSON.stringify(body.json, (_key, value: unknown) =>
    isPlaceholder(value) ? written.shift() : value,
  );
}

const typeOf = ({ wire: { body } }: InferenceRequest) =>
  body.kind === 'file' ? body.file.contentType : 'application/json';

/** A request without values that vary between runs; files are replaced by their names. */
async function plain(request: InferenceRequest): Promise<object> {
  const { wire, run } = request;
  return {
    url: wire.url.replace(sandbox.inferenceUrl, ''),
    headers: wire.headers,
    contentType: typeOf(request),
    body: await textOf(request, ({ name }, encoding) => `<${name}${encoding ? ` in ${encoding}` : ''}>`),
    model: run.route.model,
    server: getServerName(run.route),
    stream: run.stream,
  };
}

/** Compares a value with its golden file. `UPDATE_GOLDEN=1` rewrites the file; a missing file fails. */
async function expectGolden(name: string, value: unknown): Promise<void> {
  const file = new URL(`${name}.json`, goldenFolder);
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (process.env['UPDATE_GOLDEN']) await writeFile(file, text);
  const golden = await readFile(file, 'utf8').catch(() => undefined);
  expect(golden, `missing golden file ${name}.json`).toBeDefined();
  expect(JSON.parse(text)).toEqual(JSON.parse(golden ?? 'null'));
}

/** Reading a document takes seconds. */
const tagsOf = (id: TaskId) => (id === 'document-question-answering' ? ['nightly'] : []);

for (const task of tasks)
  test(
    `${task.id}: builds the request in its golden file, frozen, and sends exactly that`,
    { tags: tagsOf(task.id) },
    async () => {
      const { model, values } = await exampleOf(connection, task.id);
      const request = await requestFor(connection, task.id, { model }, values);
      expect(Object.isFrozen(request.wire)).toBe(true);
      expect(Object.isFrozen(request.run)).toBe(true);
      await expectGolden(task.id, await plain(request));
      sandbox.forget();
      const result = await runRequest(connection, request);
      expect(result.view.kind).toBe(task.result.kind);
      const [sent, ...others] = sandbox.requests;
      expect(others).toEqual([]);
      expect(sandbox.hubUrl + (sent?.url ?? '')).toBe(request.wire.url);
      expect(sent?.headers['content-type']).toBe(typeOf(request));
      const body = await textOf(request, async (file, encoding) =>
        Buffer.from(await readFileInput(file)).toString(encoding ? 'base64' : 'latin1'),
      );
      expect(
        Buffer.from(sent!.body).equals(Buffer.from(body, body.startsWith('{') ? 'utf8' : 'latin1')),
      ).toBe(true);
    },
  );

test('equal runs have equal wire requests without a token, also where the body is a form', async () => {
  const task = 'automatic-speech-recognition';
  const hub = await fakeHub({ models: [hubModel('o/m', { task, providers: ['deepinfra'] })] });
  const audio = fileFromBlob(new Blob([Uint8Array.of(1, 2)], { type: 'audio/wav' }), 'sound.wav');
  const build = () => requestFor(connectionAt(hub.url), task, { model: 'o/m' }, { audio });
  const [first, second] = [await build(), await build()];
  expect(first.wire.body.kind).toBe('form');
  expect(JSON.stringify(second.wire)).toBe(JSON.stringify(first.wire));
  expect(JSON.stringify(first.wire)).not.toContain('hf_');
});
