import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  browserTransport,
  fileIn,
  type FileInput,
  type InferenceRequest,
  type RunEvent,
  type Transport,
} from '@tryout/engine';
import { nodeTransport } from '@tryout/engine/node';
import { connectionAt, rejection, requestFor, runRequest } from '../../support/ask.ts';
import { answerJson, serve, type LoopbackServer, type ReceivedRequest } from '../../support/loopback.ts';

type RequestBody = InferenceRequest['wire']['body'];

const answer = [{ label: 'A', score: 1 }];

const transports: [string, Transport][] = [
  ['streamed', nodeTransport({ environment: {}, userAgent: 'tryout-tests' })],
  ['browser transport', browserTransport],
];

/** A file that is read in these chunks. */
function fileOf(pieces: readonly Uint8Array[], contentType = 'image/png', name = 'a.png'): FileInput {
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const open = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
  return { name, size, contentType, open };
}

function cut(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const points = [0, ...at.map((point) => point % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return points.slice(1).map((point, index) => bytes.slice(points[index], point));
}

async function post(
  server: LoopbackServer,
  transport: Transport,
  body: RequestBody,
): Promise<ReceivedRequest> {
  const connection = connectionAt(server.url, { transport });
  const destination = { endpointUrl: server.url };
  const request = await requestFor(connection, 'text-classification', destination, { text: 'ham' });
  await runRequest(connection, { ...request, wire: { ...request.wire, body } });
  const received = server.received.at(-1) ?? expect.fail('nothing came');
  expect(received.headers['content-length']).toBe(String(received.body.length));
  return received;
}

describe.each(transports)('upload (%s)', (_how, transport) => {
  const server = () => serve(answerJson(answer));

  test('sends a file with its type and length', async () => {
    const bytes = Uint8Array.from({ length: 100_001 }, (_, index) => index % 251);
    const { body, headers } = await post(await server(), transport, {
      kind: 'file',
      file: fileOf(cut(bytes, [7, 65_536])),
    });
    expect(body.equals(bytes)).toBe(true);
    expect(headers['content-type']).toBe('image/png');
  });

  test('encodes a complete file as base64 in JSON, however it is chunked (property)', async () => {
    const target = await server();
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 10 }),
        fc.array(fc.nat(), { maxLength: 5 }),
        fc.constantFrom('base64' as const, 'data-url' as const),
        async (bytes, at, encoding) => {
          const json = { a: 'ä"\\', inputs: fileIn(fileOf(cut(bytes, at)), encoding), z: [1] };
          const { body } = await post(target, transport, { kind: 'json', json });
          const text = Buffer.from(bytes).toString('base64');
          const inputs = encoding === 'base64' ? text : `data:image/png;base64,${text}`;
          expect(JSON.parse(body.toString())).toEqual({ a: 'ä"\\', inputs, z: [1] });
        },
      ),
      { numRuns: 30 },
    );
  });

  test.each([49_151, 49_152, 49_153, 196_607, 196_608, 196_609, 300_000])(
    'encodes %i bytes as base64 across chunk boundaries',
    async (size) => {
      const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 7) % 256);
      const json = { inputs: fileIn(fileOf(cut(bytes, [1, 49_152, 49_153, 100_000]))) };
      const { body } = await post(await server(), transport, { kind: 'json', json });
      expect((JSON.parse(body.toString()) as { inputs: string }).inputs).toBe(
        Buffer.from(bytes).toString('base64'),
      );
    },
  );

  test('sends two files in one body', async () => {
    const [one, two] = [Uint8Array.of(1, 2), Uint8Array.of(3, 4, 5, 6)];
    const json = {
      images: [fileIn(fileOf([one]), 'data-url'), fileIn(fileOf([two]), 'data-url', 'image/jpeg')],
    };
    const { body } = await post(await server(), transport, { kind: 'json', json });
    expect(JSON.parse(body.toString())).toEqual({
      images: ['data:image/png;base64,AQI=', 'data:image/jpeg;base64,AwQFBg=='],
    });
  });

  test('keeps texts that look like a file placeholder', async () => {
    const text = 'file 12345678-1234-4123-8123-123456789abc ';
    const json = { text, inputs: fileIn(fileOf([Uint8Array.of(1)])), more: [text] };
    const { body } = await post(await server(), transport, { kind: 'json', json });
    expect(JSON.parse(body.toString())).toEqual({ text, inputs: 'AQ==', more: [text] });
  });

  test('sends a form that another parser can read, including unusual names', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
    const file = fileOf(cut(bytes, [3]), 'audio/wav', 'dä"r\r\n x.wav');
    const parts = [
      { name: 'model', value: 'org/naïve 🎈' },
      { name: 'od"d\r\nname', value: 'two\r\nlines' },
      { name: 'file', value: file },
      { name: 'again', value: file, fileName: 'blob' },
    ];
    const { body, headers } = await post(await server(), transport, { kind: 'form', parts });
    const form = await new Response(new Uint8Array(body), {
      headers: { 'Content-Type': headers['content-type'] ?? '' },
    }).formData();
    expect(form.get('model')).toBe('org/naïve 🎈');
    expect([...form.keys()]).toEqual(['model', 'od"d\r\nname', 'file', 'again']);
    expect(form.get('od"d\r\nname')).toBe('two\r\nlines');
    const read = form.get('file') as File;
    expect([read.type, read.name]).toEqual(['audio/wav', 'dä"r\r\n x.wav']);
    expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
    expect((form.get('again') as File).name).toBe('blob');
  });

  test('sends an empty body for an empty file', async () => {
    const { body } = await post(await server(), transport, { kind: 'file', file: fileOf([]) });
    expect(body).toHaveLength(0);
  });

  test('computes the length of a text with lone surrogates', async () => {
    const { body } = await post(await server(), transport, { kind: 'json', json: { inputs: 'a\ud800b' } });
    expect(JSON.parse(body.toString())).toEqual({ inputs: 'a\ud800b' });
  });
});

test('the progress of an upload ends with all of its bytes; a text has none', async () => {
  const server = await serve(answerJson(answer));
  const connection = connectionAt(server.url);
  const bytes = new Uint8Array(300_000);
  for (const [task, values] of [
    ['image-classification', { image: fileOf(cut(bytes, [1, 65_536])) }],
    ['text-classification', { text: 'ham' }],
  ] as const) {
    const request = await requestFor(connection, task, { endpointUrl: server.url }, values);
    const progress: { bytes: number; total?: number | undefined }[] = [];
    const onEvent = (event: RunEvent) => {
      if (event.type === 'progress' && event.phase === 'upload') progress.push(event);
    };
    await runRequest(connection, request, { onEvent });
    const sizes = progress.map((each) => each.bytes);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    if (task === 'text-classification') expect(progress).toEqual([]);
    else {
      expect(progress.at(-1)?.bytes).toBe(300_000);
      expect(new Set(progress.map(({ total }) => total))).toEqual(new Set([300_000]));
    }
  }
});

describe('the billing organization', () => {
  const asked = async (billTo: string) => {
    const server = await serve(answerJson(answer));
    const connection = connectionAt(server.url);
    const destination = { endpointUrl: server.url };
    const running = requestFor(connection, 'text-classification', destination, { text: 'ham' }, { billTo });
    return { server, running: running.then((request) => runRequest(connection, request)) };
  };

  test.each(['org\nX-Evil: 1', 'org\r\n', 'orgä', '日本'])(
    'is rejected before any request if invalid in a header: %j',
    async (billTo) => {
      const { server, running } = await asked(billTo);
      expect(await rejection(running)).toMatchObject({ name: 'InputError', outcome: 'input' });
      expect(server.received).toHaveLength(0);
    },
  );

  test('is sent as a header', async () => {
    const { server, running } = await asked('org');
    await running;
    expect(server.received[0]?.headers['x-hf-bill-to']).toBe('org');
  });
});
