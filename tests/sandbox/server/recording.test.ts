import type { RecordedRequest } from '@tryout/sandbox';
import { expect, it } from 'vitest';
import { echoChat, post, sandboxFor } from '../support.ts';

it('reports each request with its body', async () => {
  const reported = new Promise<RecordedRequest>((resolve) => {
    void sandboxFor({ models: [echoChat], onRequest: resolve }).then(({ inferenceUrl }) =>
      post(`${inferenceUrl}/models/test/echo?x=1`, { inputs: 'héllo' }, { 'X-Use-Cache': 'false' }),
    );
  });
  const { method, url, headers, body } = await reported;
  expect([method, url]).toEqual(['POST', '/inference/models/test/echo?x=1']);
  expect(headers['x-use-cache']).toBe('false');
  expect(Buffer.from(body).toString()).toBe('{"inputs":"héllo"}');
});

it('reports rejected requests with their bodies', async () => {
  const recorded: RecordedRequest[] = [];
  const { hubUrl } = await sandboxFor({ onRequest: (request) => recorded.push(request) });
  const response = await fetch(`${hubUrl}/nowhere`, { method: 'POST', body: 'all of it' });
  await response.text();
  await expect.poll(() => recorded.map(({ url }) => url)).toEqual(['/nowhere']);
});
