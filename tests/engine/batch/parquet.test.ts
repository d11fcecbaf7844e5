import { taskNamed, type FileInput, type MediaKind } from '@tryout/engine';
import { sourceFromPath } from '@tryout/engine/node';
import { expect, test } from 'vitest';
import { connectionTo } from '../../support/ask.ts';
import { fakeHub } from '../../support/fake-hub.ts';
import type { RequestHandler } from '../../support/loopback.ts';
import { collect, rowsOf } from './support.ts';

/** Three rows in two groups: a text, an integer, a number, and a PNG of one pixel. */
// cspell:disable
const base64 = [
  'UEFSMRUGFSIVJlwVBBUAFQQVABUEFQAAAAMDDzgEAAAAZ29vZAMAAABiYWQVBhUkFShcFQQVABUEFQAVBBUAAAADAxA8BQAAAAAA',
  'AAABAAAAAAAAABUGFSQVJFwVBBUAFQQVABUEFQAAAAMDEAAABQEk4D8AAAAAAADQPxUEFZQBFZIBTBUCFQAAAEpcRgAAAIlQTkcN',
  'ChoKAAAADUlIRFIAAAABAQQgCAYAAAAfFcSJBRl8REFUeNpjZPjPUA8AA4YBgFo0fWsAAAAASUVORK5CYIIVBhUIFQxcFQQVABUE',
  'FRAVBBUAAAADAwIEAAMVBhUQFRRcFQIVABUCFQAVBBUAAAADAQYUAgAAAG9rFQYVFBUYXBUCFQAVAhUAFQQVAAAAAwEIHAMAAAAA',
  'AAAAFQYVFBUYXBUCFQAVAhUAFQQVAAAAAwEIHAAAAAAAAPh/FQYVmAEVlgFcFQIVABUCFQAVBBUAAAADAUpcRgAAAIlQTkcNChoK',
  'AAAADUlIRFIAAAABAQQgCAYAAAAfFcSJBRl8REFUeNpjZPjPUA8AA4YBgFo0fWsAAAAASUVORK5CYIIVBBlcSARyb290FQgAFQwl',
  'AhgEdGV4dCUAABUEJQIYBXN0YXJzABUKJQIYBXNjb3JlABUMJQIYBWltYWdlABYGGSwZTCYIHBUMGRUAGRgEdGV4dBUCFgQWTBZQ',
  'JggAACZYHBUEGRUAGRgFc3RhcnMVAhYEFk4WUiZYAAAmqgEcFQoZFQAZGAVzY29yZRUCFgQWThZOJqoBAAAm+AEcFQwZJQAQGRgF',
  'aW1hZ2UVAhYEFuQBFuYBJqgDJvgBAAAWzAMWBDbWAwAZTCbeAxwVDBkVABkYBHRleHQVAhYCFjoWPibeAwAAJpwEHBUEGRUAGRgF',
  'c3RhcnMVAhYCFj4WQiacBAAAJt4EHBUKGRUAGRgFc2NvcmUVAhYCFj4WQibeBAAAJqAFHBUMGRUAGRgFaW1hZ2UVAhYCFsYBFsQB',
  'JqAFAAAW/AIWAjaGAwAoCWh5cGFycXVldBlMHAAAHAAAHAAAHAAAAGQBAABQQVIx',
].join('');
// cspell:enable
const bytes = new Uint8Array(Buffer.from(base64, 'base64'));

interface MediaCell {
  load(kind: MediaKind): Promise<FileInput>;
}

const task = taskNamed('text-classification');
const read = (content: Uint8Array<ArrayBuffer>) => collect(rowsOf(new Blob([content]), 'a.parquet'));

const expected = [
  { text: 'good', stars: 5, score: 0.5 },
  { text: 'bad', stars: 1, score: 0.25 },
  { text: 'ok', stars: 3, score: null },
];

test('rows of all groups, with numbers as JSON and bytes as files', async () => {
  const rows = await read(bytes);
  expect(rows).toMatchObject(expected);
  const file = await (rows[2]!['image'] as MediaCell).load('image');
  expect(file).toMatchObject({ contentType: 'image/png', name: 'a.parquet row 3' });
  await expect((rows[0]!['image'] as MediaCell).load('audio')).rejects.toThrow(/not an audio file/);
});

test.each([
  ['cut', bytes.slice(0, 300)],
  ['empty', new Uint8Array()],
  ['of another format', new TextEncoder().encode('a,b'.repeat(100))],
])('a file that is %s is refused', async (_name, content) => {
  await expect(read(content)).rejects.toMatchObject({
    outcome: 'input',
  });
});

const sendRange: RequestHandler = ({ headers }, response) => {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const start = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first);
  const part = bytes.slice(start, first === '' ? bytes.length : Number(last) + 1);
  response
    .writeHead(206, { 'Content-Range': `bytes ${start}-${start + part.length - 1}/${bytes.length}` })
    .end(part);
};

test('a file of a dataset is read in parts, with the token of the hub', async () => {
  const hub = await fakeHub({ first: ({ url }) => (url.startsWith('/datasets/') ? sendRange : undefined) });
  const connection = { ...connectionTo({ hubUrl: hub.url, inferenceUrl: hub.url }), token: 'hf_canary' };
  const { source } = await sourceFromPath('hf://datasets/a/b/data/x.parquet', task, connection);
  expect(await collect(source.rows())).toMatchObject(expected);
  expect(hub.received.map(({ url }) => url)).toEqual(['/datasets/a/b/resolve/main/data/x.parquet']);
  expect(hub.received.every(({ headers }) => headers.authorization === 'Bearer hf_canary')).toBe(true);
});

test.each(['hf://datasets/a', 'hf://datasets/a/b/c/d/e', 'hf://datasets/../b', 'hf://models/a/b'])(
  '%s is not a dataset',
  async (address) => {
    const hub = await fakeHub();
    const connection = connectionTo({ hubUrl: hub.url, inferenceUrl: hub.url });
    await expect(sourceFromPath(address, task, connection)).rejects.toThrow('is not a dataset');
  },
);
