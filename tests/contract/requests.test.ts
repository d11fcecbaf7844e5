import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bodyPieces,
  buildRequest,
  fileFromBlob,
  getContentType,
  getServerName,
  findDefaultModel,
  findRoute,
  isFilePlaceholder,
  run,
  taskNamed,
  tasks,
  valuesFromExample,
  fetchModelExamples,
  type Connection,
  type InferenceRequest,
  type Route,
  type Task,
} from '@tryout/engine';
import { startSandbox, type RecordedRequest, type Sandbox } from '@tryout/sandbox';
import { connectionTo } from '../support/ask.ts';

const goldenFolder = new URL('requests/', import.meta.url);

let sandbox: Sandbox;
let connection: Connection;
let received: RecordedRequest[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({ onRequest: (request) => received.push(request) });
  connection = connectionTo(sandbox);
});

afterAll(() => sandbox.close());

/** The request for the first example of a task's default model. */
async function exampleRequest(task: Task): Promise<InferenceRequest> {
  const model = await findDefaultModel(connection, task.id);
  const {
    examples: [example],
  } = await fetchModelExamples(connection, model);
  const values = await valuesFromExample(connection, task, example ?? {});
  return buildRequest(task, await findRoute(connection, task, { model }), values);
}

/** A request without values that vary between runs; files are replaced by their names. */
function plain(request: InferenceRequest): object {
  const body = bodyPieces(request.wire.body).map((piece) => {
    if (typeof piece === 'string') return piece;
    return isFilePlaceholder(piece) ? `<${piece.file.name} in ${piece.encoding}>` : `<${piece.name}>`;
  });
  return {
    url: request.wire.url.replace(sandbox.inferenceUrl, ''),
    headers: request.wire.headers,
    contentType: getContentType(request.wire.body),
    body: body.join(''),
    model: request.run.route.model,
    server: getServerName(request.run.route),
    stream: request.run.stream,
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

describe.each(tasks)('$id', (task) => {
  test('builds the request in its golden file, frozen', async () => {
    const request = await exampleRequest(task);
    expect(Object.isFrozen(request.wire)).toBe(true);
    expect(Object.isFrozen(request.run)).toBe(true);
    await expectGolden(task.id, plain(request));
  });

  test('sends exactly that request and returns the specified result kind', async () => {
    const request = await exampleRequest(task);
    received = [];
    const result = await run(connection, request);
    expect(result.view.kind).toBe(task.result.kind);
    const [sent] = received;
    expect(received).toHaveLength(1);
    expect(sandbox.hubUrl + (sent?.url ?? '')).toBe(request.wire.url);
    expect(sent?.headers['content-type']).toBe(getContentType(request.wire.body));
    expect(Buffer.from(sent?.body ?? []).equals(await bytesOf(request))).toBe(true);
  });
});

/** The expected body, computed without the engine's streams. */
async function bytesOf(request: InferenceRequest): Promise<Buffer> {
  const pieces = await Promise.all(
    bodyPieces(request.wire.body).map(async (piece) => {
      if (typeof piece === 'string') return Buffer.from(piece);
      const file = isFilePlaceholder(piece) ? piece.file : piece;
      const bytes = Buffer.from(
        await new Response(file.open() as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
      );
      return isFilePlaceholder(piece) ? Buffer.from(bytes.toString('base64')) : bytes;
    }),
  );
  return Buffer.concat(pieces);
}

test('equal runs have equal wire requests without a token, also where the body is a form', async () => {
  const task = taskNamed('automatic-speech-recognition');
  const audio = fileFromBlob(new Blob([Uint8Array.of(1, 2)], { type: 'audio/wav' }), 'sound.wav');
  const provider = { provider: 'deepinfra', providerId: 'o/whisper', status: 'live', task: task.id };
  const url = 'https://router.huggingface.co/deepinfra';
  const route: Route = { kind: 'provider', url, model: 'o/m', conversation: false, provider };
  const [first, second] = [
    await buildRequest(task, route, { audio }),
    await buildRequest(task, route, { audio }),
  ];
  expect(first.wire.body.kind).toBe('form');
  expect(JSON.stringify(second.wire)).toBe(JSON.stringify(first.wire));
  expect(JSON.stringify(first.wire)).not.toContain('hf_');
});
