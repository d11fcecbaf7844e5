import { describe, expect, test } from 'vitest';
import { getJson, send, type RunEvent, type ServerError } from '@tryout/engine';
import { ask, canary, deadlines, rejection } from '../../support/ask.ts';
import { answerBody, answerJson, serve } from '../../support/loopback.ts';
import { connectionIn, sandboxConnection, type Runtime } from './runtime.ts';

export function errorsSuite(runtime: Runtime): void {
  const classify = (url: string, more = {}, handlers = {}) =>
    ask(
      connectionIn(runtime, url, more),
      'text-classification',
      { endpointUrl: url },
      { text: 'ham' },
      { handlers },
    );
  const misbehaving = (name: string, task = 'text-classification') =>
    rejection<ServerError>(
      ask(sandboxConnection(runtime), task, { model: `trouble/${name}` }, { text: 'ham' }),
    );

  describe('a failure', () => {
    test.each([
      ['gated', { status: 403, outcome: 'refused' }],
      ['payment-required', { status: 402, outcome: 'failed' }],
      ['rate-limited', { status: 429, retryAfter: 1, hint: 'Try again in 1 s.' }],
      ['server-error', { status: 500, message: 'CUDA out of memory.' }],
      ['server-error-text', { status: 502, message: 'An error occurred while fetching the blob' }],
      ['problem-json', { status: 500, message: 'The worker has died.' }],
      ['loads-forever', { status: 503 }],
      ['wrong-shape', { code: 'UNEXPECTED_RESPONSE' }],
      ['html', { code: 'UNEXPECTED_RESPONSE' }],
      ['empty', { code: 'UNEXPECTED_RESPONSE' }],
      ['null', { code: 'UNEXPECTED_RESPONSE' }],
      ['nested', { code: 'UNEXPECTED_RESPONSE' }],
      ['not-a-number', { code: 'UNEXPECTED_RESPONSE' }],
      ['resets', { name: 'NetworkError' }],
      ['redirects', { name: 'RedirectError' }],
    ])('%s in the sandbox', async (name, expected) => {
      expect(await misbehaving(name)).toMatchObject(expected);
    });

    test('an SVG with the content type of a PNG', async () => {
      expect(await misbehaving('svg', 'text-to-image')).toMatchObject({ code: 'UNEXPECTED_RESPONSE' });
    });

    test('of the Hub has status, url, request ID and data', async () => {
      const server = await serve(answerJson({ error: 'no' }, 404, { 'X-Request-Id': 'r-1' }));
      const url = `${server.url}/api/models/o/m`;
      expect(await rejection(getJson(connectionIn(runtime, server.url), url))).toMatchObject({
        name: 'HubApiError',
        message: `no. URL: ${url}. Request ID: r-1`,
        statusCode: 404,
        url,
        requestId: 'r-1',
        data: { error: 'no' },
      });
    });

    test('that contains the token is redacted', async () => {
      const server = await serve(answerJson({ error: `no ${canary}` }, 400));
      expect((await rejection(classify(server.url))).message).toBe('no hf_***');
    });

    test('of a loading model is retried once', async () => {
      const events: RunEvent[] = [];
      const handlers = { onEvent: (event: RunEvent) => event.type === 'waiting' && events.push(event) };
      const model = 'trouble/loads-once';
      const asked = { handlers };
      const { view } = await ask(
        sandboxConnection(runtime),
        'text-classification',
        { model },
        { text: 'good' },
        asked,
      );
      expect(view.kind).toBe('labels');
      expect(events).toEqual([{ type: 'waiting', seconds: 0.3 }]);
    });

    test('without a response reaches the deadline', async () => {
      const server = await serve(() => undefined);
      const error = await rejection(classify(server.url, deadlines({ firstByte: 0.1 })));
      expect(error).toMatchObject({ name: 'TimeoutError', deadline: 'first byte' });
    });

    test('with a stalled body reaches the deadline', async () => {
      const server = await serve((_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.write('[');
      });
      const error = await rejection(classify(server.url, deadlines({ idle: 0.1 })));
      expect(error).toMatchObject({ name: 'TimeoutError', deadline: 'idle' });
    });

    test('is canceled with its request', async () => {
      const server = await serve(() => undefined);
      const controller = new AbortController();
      void server.first().then(() => controller.abort());
      const error = await rejection(classify(server.url, {}, { signal: controller.signal }));
      expect(error).toMatchObject({ name: 'CanceledError' });
      expect(await (await server.first()).left).toBe(true);
    });

    test('a cross-origin redirect is an error, and an input does not follow it', async () => {
      const foreign = await serve(answerJson([]));
      const server = await serve(answerBody('', 307, { Location: foreign.url }));
      const withToken = send(connectionIn(runtime, server.url), { method: 'GET', url: server.url });
      expect(await rejection(withToken)).toMatchObject({ name: 'RedirectError' });
      const withInput = classify(server.url, { token: undefined });
      expect(await rejection(withInput)).toMatchObject({ name: 'RedirectError' });
      // Browsers follow a GET themselves: see tests/e2e/web/renamed-model.test.ts for the token.
      expect(foreign.received.filter(({ method }) => method !== 'GET')).toEqual([]);
    });

    test('a public file is fetched from a redirect without the token', async () => {
      const files = await serve(answerJson(['file']));
      const server = await serve(answerBody('', 302, { Location: `${files.url}/x` }));
      const answer = await send(connectionIn(runtime, server.url), {
        method: 'GET',
        url: server.url,
        isPublic: true,
      });
      expect(await answer.text(100)).toBe('["file"]');
      for (const { headers } of [...server.received, ...files.received])
        expect(headers.authorization).toBeUndefined();
    });
  });
}
