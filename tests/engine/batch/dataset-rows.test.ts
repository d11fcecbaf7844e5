import { afterEach, expect, test, vi } from 'vitest';
import { taskNamed } from '@tryout/engine';
import { sourceFromPath } from '@tryout/engine/node';
import { connectionAnswering, type GivenResponse } from '../../support/ask.ts';
import { collect } from './support.ts';

afterEach(() => void vi.useRealTimers());

/** A dataset of some rows at the dataset viewer, which first refuses requests for rows. */
async function datasetOf(count: number, refusals: GivenResponse[] = []) {
  const requests: string[] = [];
  const connection = connectionAnswering((url) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === '/splits') return { json: { splits: [{ config: 'default', split: 'train' }] } };
    const [offset, length] = ['offset', 'length'].map((name) => Number(searchParams.get(name)));
    requests.push(`${offset}+${length}`);
    if (requests.length > 10) throw new Error('too many requests');
    const rows = Array.from({ length: Math.min(length!, Math.max(0, count - offset!)) }, (_, at) => ({
      ...{ row_idx: offset! + at, row: { n: offset! + at }, truncated_cells: [] },
    }));
    const page = { features: [{ name: 'n', type: {} }], rows, num_rows_total: count };
    return refusals.shift() ?? { json: page };
  });
  const task = taskNamed('text-classification');
  const { source } = await sourceFromPath('hf://datasets/org/name', task, connection);
  return { source, requests };
}

test.each([
  [0, 1],
  [1, 1],
  [99, 1],
  [100, 1],
  [101, 2],
  [200, 2],
])('a dataset of %i rows has each once, in %i pages', async (count, pages) => {
  const { source, requests } = await datasetOf(count);
  const rows = await collect(source.rows());
  expect(rows).toEqual(Array.from({ length: count }, (_, n) => ({ n })));
  expect(requests).toEqual(Array.from({ length: pages }, (_, page) => `${page * 100}+100`));
});

test('the viewer is asked again exactly after the time that it names, else later each time', async () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now });
  const refused = (headers: Record<string, string>, status = 429): GivenResponse => ({
    ...{ status, headers, json: { error: 'Slow down' } },
  });
  const { source, requests } = await datasetOf(1, [
    refused({ 'retry-after': '30' }),
    refused({}),
    refused({}, 503),
    refused({ 'retry-after': 'Thu, 01 Jan 2026 00:00:46 GMT' }),
    refused({ ratelimit: '"api";r=0;t=7' }),
  ]);
  const waits: number[] = [];
  const reading = collect(source.rows(undefined, (seconds) => waits.push(seconds)));
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  for (const [index, seconds] of [30, 2, 4, 10, 7].entries()) {
    while (waits.length <= index) await settle();
    await settle();
    expect(waits.at(-1)).toBe(seconds);
    vi.advanceTimersByTime(seconds * 1000 - 1);
    await settle();
    expect(requests).toHaveLength(index + 1);
    vi.advanceTimersByTime(1);
  }
  expect(await reading).toEqual([{ n: 0 }]);
});
