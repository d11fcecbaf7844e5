import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { pixelPainter, post, sandboxFor, token } from '../support.ts';

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
      /`inputs` must/,
    ],
    ['number', 'morse-listener', { audio_url: 5 }, ['audio_url'], /must be a file/],
    ['image', 'picture-editor', { image_url: 'AAAA' }, ['image_url'], /not a supported picture/],
    ['parameter', 'shape-painter', { prompt: 'a circle', width: 5 }, ['width'], /width` must/],
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
    expect(detail[0]?.type).toBe('value_error');
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

it('stops a direct run of fal-ai when its client disconnects', async () => {
  let started: ((signal: AbortSignal) => void) | undefined;
  const running = new Promise<AbortSignal>((resolve) => (started = resolve));
  const painter = {
    ...pixelPainter,
    async answer(_prompt: string, _parameters: unknown, signal: AbortSignal) {
      started?.(signal);
      await once(signal, 'abort');
      throw signal.reason;
    },
  };
  const { inferenceUrl } = await sandboxFor({ models: [painter] });
  const controller = new AbortController();
  const answer = fetch(`${inferenceUrl}/fal-ai/tryout/pixel`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ prompt: 'a' }),
    signal: controller.signal,
  });
  const signal = await running;
  controller.abort();
  await expect(answer).rejects.toThrow('aborted');
  await expect.poll(() => signal.aborted).toBe(true);
});
