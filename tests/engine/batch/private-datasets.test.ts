import { sourcesFromBlobs, taskNamed, type Row, type Transport } from '@tryout/engine';
import { sourceFromPath } from '@tryout/engine/node';
import { expect, test } from 'vitest';
import { classify, connectionTo, rejection } from '../../support/ask.ts';
import { fakeHub } from '../../support/fake-hub.ts';
import { serve, type ReceivedRequest } from '../../support/loopback.ts';
import { collect } from './support.ts';

const token = 'hf_CanaryOfDatasets';
const tokensOf = (received: readonly ReceivedRequest[]) =>
  received.map(({ headers }) => headers.authorization ?? 'none');

async function readRows(hub: { readonly url: string }, address: string): Promise<Row[]> {
  const connection = { ...connectionTo({ hubUrl: hub.url, inferenceUrl: hub.url }), token };
  const { source } = await sourceFromPath(address, taskNamed('text-classification'), connection);
  return collect(source.rows());
}

test.each(['a.csv', 'data/a b.csv', 'deep/er/ä.tsv'])(
  'a private file gets the token, and the host of the file does not: %s',
  async (path) => {
    const files = await serve((_received, response) => response.end('text\none\n'));
    const hub = await fakeHub({
      first: () => (_received, response) =>
        response.writeHead(302, { Location: `${files.url}/signed?key=1` }).end(),
    });
    expect(await readRows(hub, `hf://datasets/org/private/${path}`)).toEqual([{ text: 'one' }]);
    const route = path.split('/').map(encodeURIComponent).join('/');
    expect(hub.received.map(({ url }) => url)).toEqual([`/datasets/org/private/resolve/main/${route}`]);
    expect(tokensOf(hub.received)).toEqual([`Bearer ${token}`]);
    expect(tokensOf(files.received)).toEqual(['none']);
  },
);

test('a host of files that redirects back to the hub gets no request with the token', async () => {
  const hub = await fakeHub({
    first: ({ url }) =>
      url.startsWith('/datasets/')
        ? (_received, response) => response.writeHead(302, { Location: files.url }).end()
        : (_received, response) => response.end('text\nback\n'),
  });
  const files = await serve((_received, response) =>
    response.writeHead(302, { Location: `${hub.url}/somewhere` }).end(),
  );
  expect(await readRows(hub, 'hf://datasets/org/private/a.csv')).toEqual([{ text: 'back' }]);
  expect(tokensOf(hub.received)).toEqual([`Bearer ${token}`, 'none']);
});

test('F12: the dataset viewer of the hub gets the token, hosts that look like it do not', async () => {
  const connection = { hubUrl: 'https://hub.example.com', inferenceUrl: 'https://router.huggingface.co' };
  const known = connectionTo(connection);
  const receives = async (url: string) => {
    let isSent = false;
    const exchange: Transport['exchange'] = ({ headers }) => {
      isSent = 'Authorization' in headers;
      return Promise.reject(new Error('enough'));
    };
    await rejection(classify({ ...known, transport: { ...known.transport, exchange } }, url));
    return isSent;
  };
  for (const host of ['datasets-server.huggingface.co', 'datasets-server.hub.example.com'])
    expect([host, await receives(`https://${host}/rows`)]).toEqual([host, true]);
  for (const host of [
    'datasets-server.huggingface.co.evil.test',
    'datasets-server.example.com',
    'other-datasets-server.huggingface.co',
    'datasets-server.huggingface.co:8443',
  ])
    expect([host, await receives(`https://${host}/rows`)]).toEqual([host, false]);
  expect(await receives('http://datasets-server.huggingface.co/rows')).toBe(false);
});

test.each([
  '0.0.0.0',
  '10.1',
  '0xC0A80001',
  '169.254.169.254',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[fd00::1]',
  'a.localhost',
])('X29: no file of %s is downloaded for a hub elsewhere, also after a redirect', async (host) => {
  const asked: string[] = [];
  const exchange: Transport['exchange'] = ({ url }) => {
    asked.push(url);
    const headers = new Map([['location', `https://${host}/b.png`]]);
    return Promise.resolve({ status: 302, headers, body: null });
  };
  const hub = { hubUrl: 'https://hub.example.com', inferenceUrl: 'https://router.huggingface.co' };
  const known = connectionTo(hub);
  const connection = { ...known, transport: { ...known.transport, exchange } };
  const table = { path: 'a.csv', blob: new Blob(['image']) };
  const [source] = sourcesFromBlobs([table], taskNamed('image-classification'), connection);
  const open = (url: string) => source!.openFile!(url, 'image');
  await expect(open(`https://${host}/a.png`)).rejects.toThrow('not downloaded');
  await expect(open('https://example.com/a.png')).rejects.toThrow('redirect');
  expect(asked).toEqual(['https://example.com/a.png']);
});
