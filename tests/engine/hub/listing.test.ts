import { describe, expect, test } from 'vitest';
import { listModels, type Listing } from '@tryout/engine';
import { connectionAt, rejection } from '../../support/ask.ts';
import { sendJson, serve, type LoopbackServer } from '../../support/loopback.ts';

interface Row {
  readonly id: string;
  readonly downloads: number;
  readonly likes: number;
}

/** A hub that lists rows by downloads, then in the given order, in pages of the requested size. */
function hubOf(rows: readonly Row[]): Promise<LoopbackServer> {
  return serve(({ url }, response) => {
    const { searchParams: query } = new URL(url, 'http://hub.test');
    const start = Number(query.get('cursor') ?? 0);
    const end = start + Number(query.get('limit'));
    const next = `</api/models?cursor=${end}&limit=${query.get('limit')}>; rel="next"`;
    sendJson(response, rows.slice(start, end), 200, end < rows.length ? { Link: next } : {});
  });
}

const numbered = (count: number, downloads: (index: number) => number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `o/${String(index).padStart(5, '0')}`,
    downloads: downloads(index),
    likes: 0,
  }));

const names = (listing: Listing) => listing.models.map(({ name }) => name);

type Query = Parameters<typeof listModels>[1];

async function list(server: LoopbackServer, query: Partial<Query> = {}) {
  const snapshots: Listing[] = [];
  for await (const page of listModels(connectionAt(server.url), { task: 'fill-mask', ...query }))
    snapshots.push(page);
  return { snapshots, last: snapshots.at(-1) ?? expect.fail('nothing was listed') };
}

describe('a model list', () => {
  test('is sorted by descending downloads and likes, then by name', async () => {
    const server = await hubOf([
      { id: 'o/c', downloads: 5, likes: 1 },
      { id: 'o/b', downloads: 5, likes: 1 },
      { id: 'o/B', downloads: 5, likes: 1 },
      { id: 'o/a', downloads: 5, likes: 0 },
      { id: 'o/d', downloads: 5, likes: 9 },
      { id: 'o/z', downloads: 9, likes: 0 },
    ]);
    expect(names((await list(server)).last)).toEqual(['o/z', 'o/d', 'o/B', 'o/b', 'o/c', 'o/a']);
  });

  test('requests the task by downloads, 500 per page, with the fields it shows', async () => {
    const server = await hubOf([]);
    await list(server, { search: 'a b&c', provider: 'all' });
    const { pathname, searchParams: query } = new URL(server.received[0]?.url ?? '', server.url);
    expect(pathname).toBe('/api/models');
    expect(Object.fromEntries(query)).toMatchObject({
      pipeline_tag: 'fill-mask',
      search: 'a b&c',
      inference_provider: 'all',
      sort: 'downloads',
      direction: '-1',
      limit: '500',
    });
    expect(query.getAll('expand')).toEqual(
      expect.arrayContaining(['pipeline_tag', 'private', 'gated', 'downloads', 'likes', 'lastModified']),
    );
  });

  test('S8: requests an author and tags, including an author before a slash', async () => {
    const server = await hubOf([]);
    await list(server, { author: 'google', filters: ['en', 'license:mit'], search: 'vit' });
    await list(server, { search: 'google/vit base' });
    await list(server, { search: 'google/' });
    const sent = server.received.map(({ url }) => {
      const { searchParams: query } = new URL(url, server.url);
      return [query.get('author'), query.getAll('filter'), query.get('search')];
    });
    expect(sent).toEqual([
      ['google', ['en', 'license:mit'], 'vit'],
      ['google', [], 'vit base'],
      ['google', [], null],
    ]);
  });

  test('emits the first page at once and ends at 1,000 unless a tie may follow', async () => {
    const server = await hubOf(numbered(5000, (index) => 5000 - index));
    const { snapshots, last } = await list(server);
    expect(snapshots.map(({ models, done }) => [models.length, done])).toEqual([
      [500, false],
      [1000, false],
      [1000, true],
    ]);
    expect(names(last)).toEqual(numbered(1000, () => 0).map(({ id }) => id));
    expect(server.received).toHaveLength(3);
  });

  test.each([500, 501, 1000])('of %i models has each once, and ends', async (count) => {
    const server = await hubOf(numbered(count, (index) => count - index));
    const { snapshots, last } = await list(server);
    expect(names(last)).toEqual(numbered(count, () => 0).map(({ id }) => id));
    expect(snapshots.map(({ done }) => done)).toEqual(count === 500 ? [true] : [false, true]);
    expect(last.truncated).toBe(false);
    expect(server.received).toHaveLength(Math.ceil(count / 500));
  });

  test('reads all ties at the limit before sorting', async () => {
    const tied = numbered(1400, (index) => (index < 900 ? 2000 - index : 7)).reverse();
    const rows = [...tied].sort((a, b) => b.downloads - a.downloads);
    const { last } = await list(await hubOf(rows));
    const expected = [...rows].sort((a, b) => b.downloads - a.downloads || (a.id < b.id ? -1 : 1));
    expect(names(last)).toEqual(expected.slice(0, 1000).map(({ id }) => id));
  });

  test.each([
    [1, 1],
    [5, 5],
    [0, 1],
    [-3, 1],
    [99_999, 1000],
  ])('with limit %i has %i', async (limit, count) => {
    const server = await hubOf(numbered(1200, (index) => 1200 - index));
    expect((await list(server, { limit })).last.models).toHaveLength(count);
  });

  test('can be canceled between pages', async () => {
    const server = await hubOf(numbered(5000, () => 1));
    const controller = new AbortController();
    const seen: number[] = [];
    const error = await rejection(
      (async () => {
        const listing = listModels(connectionAt(server.url), { task: 'fill-mask' }, controller.signal);
        for await (const { models } of listing) {
          seen.push(models.length);
          controller.abort();
        }
      })(),
    );
    expect(error.name).toBe('CanceledError');
    expect(seen).toEqual([500]);
    expect(server.received).toHaveLength(1);
  });

  test('requests no further page if its consumer stops', async () => {
    const server = await hubOf(numbered(5000, () => 1));
    for await (const _page of listModels(connectionAt(server.url), { task: 'fill-mask' })) break;
    expect(server.received).toHaveLength(1);
  });
});
