import { InferenceClient, setLogger } from '@huggingface/inference';
import type { Sandbox } from '@tryout/sandbox';
import { expect, it } from 'vitest';
import { echoChat, pixelPainter, post, sandboxFor, token } from '../support.ts';

const quiet = () => undefined;
setLogger({ debug: quiet, info: quiet, log: quiet, warn: quiet, error: quiet });

/** Redirects the library's hard-coded Hub URLs to a sandbox. */
function toSandbox({ hubUrl, inferenceUrl }: Sandbox) {
  const rewrite = (url: string) =>
    url.replace('https://router.huggingface.co', inferenceUrl).replace('https://huggingface.co', hubUrl);
  const rewritingFetch = ((input: string, init?: RequestInit) => fetch(rewrite(input), init)) as typeof fetch;
  return { client: new InferenceClient(token, { fetch: rewritingFetch }), rewrite };
}

it.each(['hf-inference', 'groq', 'auto'] as const)(
  'serves chat to the client library as %s',
  async (provider) => {
    const { client } = toSandbox(await sandboxFor({ models: [echoChat] }));
    const messages = [{ role: 'user', content: 'good day to you' }];
    const request = { model: 'test/echo', provider, messages };
    const completion = await client.chatCompletion(request);
    expect(completion.choices[0]?.message.content).toBe('good day to you');
    let streamed = '';
    for await (const chunk of client.chatCompletionStream(request)) {
      streamed += chunk.choices[0]?.delta.content ?? '';
    }
    expect(streamed).toBe('good day to you');
  },
);

it('serves images to the client library from the fal-ai queue', async () => {
  const { client, rewrite } = toSandbox(await sandboxFor({ models: [pixelPainter] }));
  const request = { model: 'test/pixel', provider: 'fal-ai', inputs: 'four', urlTransform: rewrite } as const;
  const image = await client.textToImage(request, { outputType: 'blob' });
  expect(image.type).toBe('image/png');
  expect(image.size).toBeGreaterThan(50);
});

it('serves tasks to the client library', async () => {
  const { client } = toSandbox(await sandboxFor({ models: [pixelPainter] }));
  const request = { model: 'test/pixel', provider: 'hf-inference', inputs: 'four' } as const;
  const image = await client.textToImage(request, { outputType: 'blob' });
  expect(image.type).toBe('image/png');
  const labels = await client.textClassification({
    model: 'sandbox/staging-question-mark',
    provider: 'hf-inference',
    inputs: 'Is it?',
  });
  expect(labels[0]).toEqual({ label: 'QUESTION', score: 1 });
});

it('returns the states of the queue, then the URL of a file that requires no token', async () => {
  const { inferenceUrl } = await sandboxFor({ models: [pixelPainter] });
  const headers = { Authorization: `Bearer ${token}` };
  const submitted = await post(`${inferenceUrl}/fal-ai/tryout/pixel?_subdomain=queue`, { prompt: 'four' });
  const job = (await submitted.json()) as { status: string; status_url: string; response_url: string };
  const states = [job.status];
  expect((await fetch(job.response_url, { headers })).status).toBe(400);
  while (states.at(-1) !== 'COMPLETED') {
    const { status } = (await (await fetch(job.status_url, { headers })).json()) as { status: string };
    if (status !== states.at(-1)) states.push(status);
  }
  expect(states).toEqual(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED']);
  const result = (await (await fetch(job.response_url, { headers })).json()) as { images: { url: string }[] };
  const image = await fetch(result.images[0]?.url ?? '');
  expect(image.headers.get('content-type')).toBe('image/png');
});

it("reports invalid requests in the provider's format", async () => {
  const { inferenceUrl } = await sandboxFor({ models: [pixelPainter] });
  const groq = await post(`${inferenceUrl}/groq/openai/v1/chat/completions`, { model: 'none', messages: [] });
  expect(groq.status).toBe(404);
  expect(await groq.json()).toMatchObject({ error: { code: 'model_not_found' } });
  const fal = await post(`${inferenceUrl}/fal-ai/tryout/pixel`, { text: 'four' });
  expect(fal.status).toBe(422);
  expect(await fal.json()).toMatchObject({ detail: [{ loc: ['body', 'prompt'] }] });
  expect((await post(`${inferenceUrl}/fal-ai/none`, {})).status).toBe(404);
});
