import { describe, expect, test } from 'vitest';
import type { NotServedError } from '@tryout/engine';
import {
  buildRequest,
  getContentType,
  findRoute,
  forgetModels,
  NoModelError,
  taskNamed,
  type Destination,
} from '@tryout/engine';
import { rejection } from '../../support/ask.ts';
import { fakeHub } from '../../support/fake-hub.ts';
import { connectionIn, type Runtime } from './runtime.ts';

interface Entry {
  provider: string;
  task: string;
  status?: string;
  providerId?: string;
}

/** A hub with one model, `o/m`, with these providers, which is also the default for fill-mask. */
async function hubWith(entries: Entry[]) {
  forgetModels();
  const inferenceProviderMapping = entries.map((entry) => ({ status: 'live', providerId: 'o/m', ...entry }));
  return fakeHub({
    models: [{ id: 'o/m', inferenceProviderMapping }],
    tasks: { 'fill-mask': { models: [{ id: 'o/m' }] }, translation: { models: [] } },
  });
}

const own = (task: string): Entry => ({ provider: 'hf-inference', task });
const chatBy = (provider: string, status = 'live'): Entry => ({ provider, task: 'conversational', status });

export function routingSuite(runtime: Runtime): void {
  async function route(entries: Entry[], taskName: string, destination: Destination = { model: 'o/m' }) {
    const hub = await hubWith(entries);
    const found = await findRoute(connectionIn(runtime, hub.url), taskNamed(taskName), destination);
    return { ...found, base: hub.url };
  }
  const refused = (entries: Entry[], taskName: string, destination?: Destination) =>
    rejection<NotServedError>(route(entries, taskName, destination));

  describe('hf-inference', () => {
    test('uses the URL of the model', async () => {
      const found = await route([own('fill-mask')], 'fill-mask');
      expect(found).toMatchObject({
        kind: 'hf-inference',
        url: `${found.base}/hf-inference/models/o/m`,
        conversation: false,
      });
    });

    test.each(['feature-extraction', 'sentence-similarity'])(
      'uses the task URL for %s, whichever task the mapping names',
      async (task) => {
        for (const served of ['feature-extraction', 'sentence-similarity']) {
          const found = await route([own(served)], task);
          expect(found).toMatchObject({ url: `${found.base}/hf-inference/models/o/m/pipeline/${task}` });
        }
      },
    );

    test('selected by name for a chat bypasses the router', async () => {
      const found = await route([chatBy('hf-inference')], 'text-generation', {
        model: 'o/m',
        provider: 'hf-inference',
      });
      expect(found).toMatchObject({
        kind: 'hf-inference',
        conversation: true,
        url: `${found.base}/hf-inference/models/o/m/v1/chat/completions`,
      });
    });

    test('uses the provider ID in the URL', async () => {
      const found = await route([{ ...own('fill-mask'), providerId: 'o/renamed' }], 'fill-mask');
      expect(found).toMatchObject({ url: `${found.base}/hf-inference/models/o/renamed`, model: 'o/m' });
    });
  });

  describe('the chat router', () => {
    test.each([
      ['o/m', 'o/m'],
      ['o/m:fastest', 'o/m:fastest'],
      ['o/m:cheapest', 'o/m:cheapest'],
      ['o/m:preferred', 'o/m:preferred'],
      ['o/m:groq', 'o/m:groq'],
      ['o/m:not-known-yet', 'o/m:not-known-yet'],
      ['o/m:auto', 'o/m'],
    ])('routes %s as %s', async (model, routedModel) => {
      const found = await route([chatBy('groq')], 'text-generation', { model });
      const url = `${found.base}/v1/chat/completions`;
      expect(found).toMatchObject({
        kind: 'chat-router',
        conversation: true,
        model: 'o/m',
        routedModel,
        url,
      });
    });

    test('uses provider auto by default', async () => {
      const found = await route([chatBy('groq')], 'text-generation', { model: 'o/m', provider: 'auto' });
      expect(found).toMatchObject({ kind: 'chat-router', routedModel: 'o/m' });
    });

    test('accepts a policy as the provider; a suffix of the model takes precedence', async () => {
      const entries = [chatBy('groq')];
      const cheapest = await route(entries, 'text-generation', { model: 'o/m', provider: 'cheapest' });
      expect(cheapest).toMatchObject({ kind: 'chat-router', routedModel: 'o/m:cheapest' });
      const both = { model: 'o/m:groq', provider: 'cheapest' };
      expect(await route(entries, 'text-generation', both)).toMatchObject({ routedModel: 'o/m:groq' });
    });

    test('only routes chats: for other tasks a policy selects the provider', async () => {
      const found = await route([own('fill-mask')], 'fill-mask', { model: 'o/m', provider: 'fastest' });
      expect(found).toMatchObject({ kind: 'hf-inference', model: 'o/m' });
    });

    test('puts the model first in the body and streams by default', async () => {
      const { base: _base, ...found } = await route([chatBy('groq')], 'text-generation');
      const task = taskNamed('text-generation');
      const streamed = await buildRequest(task, found, { text: 'ham' });
      expect(JSON.stringify((streamed.wire.body as { json: object }).json)).toBe(
        '{"model":"o/m","messages":[{"role":"user","content":"ham"}],"max_tokens":500,"stream":true}',
      );
      expect(streamed.run).toMatchObject({
        route: { kind: 'chat-router', conversation: true },
        stream: true,
      });
      expect(getContentType(streamed.wire.body)).toBe('application/json');
      expect(await buildRequest(task, found, { text: 'ham' }, { stream: false })).toMatchObject({
        run: { stream: false },
      });
    });

    test.each(['o/m:a:b', 'o/m:', 'o/m:a b', 'o/m:a\nb', 'o/m:/x'])(
      'rejects the policy in %j',
      async (model) => {
        expect(await refused([chatBy('groq')], 'text-generation', { model })).toMatchObject({
          name: 'InputError',
        });
      },
    );
  });

  describe('a provider', () => {
    test('can be selected by name', async () => {
      const found = await route(
        [own('text-to-image'), { provider: 'fal-ai', task: 'text-to-image' }],
        'text-to-image',
        { model: 'o/m', provider: 'fal-ai' },
      );
      expect(found).toMatchObject({
        kind: 'provider',
        provider: { provider: 'fal-ai' },
        conversation: false,
      });
    });

    test('can be selected by a suffix of the model', async () => {
      const found = await route(
        [own('text-to-image'), { provider: 'fal-ai', task: 'text-to-image' }],
        'text-to-image',
        { model: 'o/m:fal-ai' },
      );
      expect(found).toMatchObject({ kind: 'provider', provider: { provider: 'fal-ai' } });
    });

    test('in a suffix is not replaced if it does not run the model', async () => {
      const error = await refused([own('text-to-image')], 'text-to-image', { model: 'o/m:fal-ai' });
      expect(error).toMatchObject({
        name: 'NotServedError',
        message: 'fal-ai does not run o/m',
        hint: 'Choose hf-inference.',
      });
    });

    test('is selected automatically if it is the only one; a chat needs its name', async () => {
      expect(await route([{ provider: 'fal-ai', task: 'text-to-image' }], 'text-to-image')).toMatchObject({
        kind: 'provider',
      });
      expect(
        await route([chatBy('groq')], 'text-generation', { model: 'o/m', provider: 'groq' }),
      ).toMatchObject({ kind: 'provider', conversation: true });
    });

    test('in staging is used only if selected by name', async () => {
      const entries = [{ provider: 'fal-ai', task: 'text-to-image', status: 'staging' }];
      expect((await refused(entries, 'text-to-image')).message).toBe('No provider runs o/m right now');
      const found = await route(entries, 'text-to-image', { model: 'o/m', provider: 'fal-ai' });
      expect(found).toMatchObject({ kind: 'provider', provider: { status: 'staging' } });
    });

    test('for a chat is preferred to one for plain text', async () => {
      const found = await route([own('text-generation'), chatBy('groq')], 'text-generation');
      expect(found).toMatchObject({ kind: 'chat-router' });
    });
  });

  describe('no route', () => {
    test('no provider runs the model', async () => {
      const error = await refused([], 'fill-mask');
      expect(error).toMatchObject({
        name: 'NotServedError',
        message: 'No provider runs o/m right now',
        model: 'o/m',
        providers: [],
      });
      expect(error.hint).toContain('fill-mask');
    });

    test('the selected provider does not run the model', async () => {
      const error = await refused([own('fill-mask')], 'fill-mask', { model: 'o/m', provider: 'groq' });
      expect(error).toMatchObject({ message: 'groq does not run o/m', providers: ['hf-inference'] });
    });

    test('the model is for another task', async () => {
      const error = await refused([own('translation')], 'fill-mask');
      expect(error.message).toBe('o/m supports translation, not fill-mask');
    });

    test('the model does not exist', async () => {
      const error = await refused([], 'fill-mask', { model: 'o/other' });
      expect(error).toMatchObject({ name: 'UnknownModelError', status: 404 });
    });

    test('a model URL with an endpoint URL is a TypeError', async () => {
      const destination = { model: 'https://a.test/x', endpointUrl: 'https://b.test/y' };
      const error = await refused([], 'fill-mask', destination);
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toMatchObject({ name: 'TypeError', outcome: 'input' });
    });

    test('an endpoint URL with a provider is an error', async () => {
      const error = await refused([], 'fill-mask', { endpointUrl: 'https://b.test/y', provider: 'groq' });
      expect(error).toMatchObject({ name: 'InputError' });
    });
  });

  describe('without a model', () => {
    test('uses the default model of the Hub for the task', async () => {
      expect(await route([own('fill-mask')], 'fill-mask', {})).toMatchObject({ model: 'o/m' });
    });

    test.each(['translation', 'summarization'])(
      'reports the specified error for %s, which has no default',
      async (task) => {
        const error = await refused([], task, {});
        expect(error).toBeInstanceOf(NoModelError);
        expect(error).toMatchObject({
          message: 'No model provided, and no default model found for this task',
          outcome: 'input',
        });
      },
    );
  });

  describe('an endpoint', () => {
    test.each([
      [{ endpointUrl: 'https://e.test/x?y=1' }, 'https://e.test/x?y=1', false],
      [{ model: 'https://e.test/x' }, 'https://e.test/x', false],
      [{ model: 'HTTPS://e.test/x' }, 'https://e.test/x', false],
      [{ endpointUrl: 'https://e.test/v1/chat/completions' }, 'https://e.test/v1/chat/completions', true],
      [{ endpointUrl: 'https://e.test/v1/chat/completions/' }, 'https://e.test/v1/chat/completions/', true],
    ])('%j is used unchanged without other requests', async (destination, url, conversation) => {
      const found = await route([], 'text-generation', destination);
      expect(found).toMatchObject({ kind: 'endpoint', url, conversation });
    });

    test.each(['nonsense', '//e.test', ''])('%j is not a URL', async (endpointUrl) => {
      expect(await refused([], 'fill-mask', { endpointUrl })).toMatchObject({ name: 'InputError' });
    });
  });
}
