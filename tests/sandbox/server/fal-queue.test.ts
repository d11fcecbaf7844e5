import { describe, expect, it } from 'vitest';
import {
  BoundedMap,
  createFalQueue,
  createFileStore,
} from '../../../packages/sandbox/src/providers/fal-store.ts';
import { pixelPainter, post, sandboxFor, token } from './support.ts';

const bounds = { entries: 3, bytes: 100, age: 1000 };

describe('the bounds of fal-ai storage', () => {
  it('evict the oldest entries by number and size, but not the newest', () => {
    const map = new BoundedMap<number>(bounds);
    const kept = () => ['a', 'b', 'c', 'd', 'e'].filter((name) => map.find(name) !== undefined).join('');
    ['a', 'b', 'c', 'd'].forEach((name, index) => map.add(name, index, 20));
    expect(kept()).toBe('bcd');
    map.resize('d', 70);
    expect(kept()).toBe('cd');
    map.add('e', 5, 500);
    expect(kept()).toBe('e');
  });

  it('evict expired entries', () => {
    let time = 0;
    const map = new BoundedMap<string>(bounds, () => time);
    map.add('a', 'kept', 1);
    time = 1000;
    expect(map.find('a')).toBe('kept');
    time = 1001;
    expect(map.find('a')).toBeUndefined();
  });

  it('evict files by size', () => {
    const store = createFileStore(bounds);
    const names = [60, 60].map((size) =>
      store.add({ contentType: 'image/png', bytes: new Uint8Array(size) }),
    );
    expect(names.map((name) => store.find(name)?.bytes.length)).toEqual([undefined, 60]);
  });

  it('count the request size of a run until it ends, then its result size', async () => {
    const queue = createFalQueue(bounds);
    const work = { size: 90, run: () => Promise.resolve('short') };
    const first = queue.submit((id) => id, work);
    queue.check(first.id);
    await expect.poll(() => queue.find(first.id)?.status).toBe('COMPLETED');
    const second = queue.submit((id) => id, work);
    expect(queue.find(first.id)?.result).toBe('short');
    queue.submit((id) => id, work);
    expect(queue.find(first.id)).toBeUndefined();
    expect(queue.find(second.id)).toBeUndefined();
  });
});

describe('errors of fal-ai', () => {
  it.each([
    [
      'invalid audio',
      'morse-listener',
      { audio_url: 'data:audio/wav;base64,AAAA' },
      ['audio_url'],
      /not a readable audio file/,
    ],
    [
      'invalid URL',
      'morse-listener',
      { audio_url: 'https://127.0.0.1/a.wav' },
      ['audio_url'],
      /^`audio_url` must/,
    ],
    ['number', 'morse-listener', { audio_url: 5 }, ['audio_url'], /expected/],
    ['image', 'picture-editor', { image_url: 'AAAA' }, ['image_url'], /not a supported picture/],
    ['parameter', 'shape-painter', { prompt: 'a circle', width: 5 }, ['width'], /^`width` must/],
    ['list', 'shape-painter', [], [], /object/],
  ])('contain the name of the field: %s', async (_, name, body, field, message) => {
    const { inferenceUrl } = await sandboxFor();
    const answer = await post(`${inferenceUrl}/fal-ai/tryout/${name}`, body);
    expect(answer.status).toBe(422);
    const { detail } = (await answer.json()) as { detail: { loc: string[]; msg: string; type: string }[] };
    expect(detail).toHaveLength(1);
    expect(detail[0]).toMatchObject({
      loc: ['body', ...field],
      msg: expect.stringMatching(message) as string,
    });
    expect(detail[0]?.type).toMatch(/^(value|type)_error/);
  });

  it('are the result of a queued run', async () => {
    const painter = {
      ...pixelPainter,
      answer: () => ({ width: 1, height: 1, data: new Uint8ClampedArray(4) }),
    };
    const { inferenceUrl } = await sandboxFor({ models: [painter] });
    const submitted = await post(`${inferenceUrl}/fal-ai/tryout/pixel?_subdomain=queue`, { prompt: 7 });
    const { status_url, response_url } = (await submitted.json()) as Record<string, string>;
    const ask = (url = '') => fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    await expect.poll(async () => (await ask(status_url)).status).toBe(200);
    const result = await ask(response_url);
    expect(result.status).toBe(422);
    expect(await result.json()).toMatchObject({ detail: [{ loc: ['body', 'prompt'] }] });
  });
});
