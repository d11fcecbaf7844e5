import { describe, expect, test } from 'vitest';
import { forgetModels, type Place } from '@tryout/engine';
import { connectionAt, rejection, requestFor } from '../../support/ask.ts';
import { fakeHub } from '../../support/fake-hub.ts';

interface Entry {
  provider: string;
  task: string;
  status?: string;
  providerId?: string;
}

const values = { text: 'ham', sourceSentence: 'ham', sentences: ['eggs', 'spam'] };

/** The request of a run at a hub with one model, `o/m`, which is also the default for fill-mask. */
async function request(entries: Entry[], task: string, place: Place = { model: 'o/m' }) {
  forgetModels();
  const inferenceProviderMapping = entries.map((entry) => ({ status: 'live', providerId: 'o/m', ...entry }));
  const { url: base } = await fakeHub({
    models: [{ id: 'o/m', inferenceProviderMapping }],
    tasks: { 'fill-mask': { models: [{ id: 'o/m' }] }, translation: { models: [] } },
  });
  const { wire, run } = await requestFor(connectionAt(base), task, place, values);
  return { ...run.route, base, sentTo: wire.url.replace(base, ''), body: wire.body, stream: run.stream };
}

const own = (task: string): Entry => ({ provider: 'hf-inference', task });
const chatBy = (provider: string, status = 'live'): Entry => ({ provider, task: 'conversational', status });
const painter = (provider: string, status = 'live'): Entry => ({ provider, task: 'text-to-image', status });

describe('a run is sent', () => {
  test.each<[what: string, entries: Entry[], task: string, place: Place, expected: object]>([
    [
      "to the model's URL at hf-inference",
      [own('fill-mask')],
      'fill-mask',
      { model: 'o/m' },
      { kind: 'hf-inference', sentTo: '/hf-inference/models/o/m', conversation: false },
    ],
    ...['feature-extraction', 'sentence-similarity'].flatMap((task) =>
      ['feature-extraction', 'sentence-similarity'].map(
        (served): [string, Entry[], string, Place, object] => [
          `to the URL of ${task}, also for a model of ${served}`,
          [own(served)],
          task,
          { model: 'o/m' },
          { sentTo: `/hf-inference/models/o/m/pipeline/${task}` },
        ],
      ),
    ),
    [
      'to hf-inference instead of the router for a chat if it is selected by name',
      [chatBy('hf-inference')],
      'text-generation',
      { model: 'o/m', provider: 'hf-inference' },
      {
        kind: 'hf-inference',
        conversation: true,
        sentTo: '/hf-inference/models/o/m/v1/chat/completions',
      },
    ],
    [
      "to the provider's ID of the model",
      [{ ...own('fill-mask'), providerId: 'o/renamed' }],
      'fill-mask',
      { model: 'o/m' },
      { sentTo: '/hf-inference/models/o/renamed', model: 'o/m' },
    ],
    [
      'by a policy to a provider, where there is no router',
      [own('fill-mask')],
      'fill-mask',
      { model: 'o/m', provider: 'fastest' },
      { kind: 'hf-inference', model: 'o/m' },
    ],
    [
      'to the provider that is selected by name',
      [painter('hf-inference'), painter('fal-ai')],
      'text-to-image',
      { model: 'o/m', provider: 'fal-ai' },
      { kind: 'provider', provider: { provider: 'fal-ai' }, conversation: false },
    ],
    [
      'to the provider in a suffix of the model',
      [painter('hf-inference'), painter('fal-ai')],
      'text-to-image',
      { model: 'o/m:fal-ai' },
      { kind: 'provider', provider: { provider: 'fal-ai' } },
    ],
    [
      'to the only provider',
      [painter('fal-ai')],
      'text-to-image',
      { model: 'o/m' },
      { kind: 'provider', provider: { provider: 'fal-ai' } },
    ],
    [
      'to a provider of chats only by its name',
      [chatBy('groq')],
      'text-generation',
      { model: 'o/m', provider: 'groq' },
      { kind: 'provider', conversation: true },
    ],
    [
      'to a provider in staging by its name',
      [painter('fal-ai', 'staging')],
      'text-to-image',
      { model: 'o/m', provider: 'fal-ai' },
      { kind: 'provider', provider: { status: 'staging' } },
    ],
    [
      'as a chat rather than as plain text',
      [own('text-generation'), chatBy('groq')],
      'text-generation',
      { model: 'o/m' },
      { kind: 'chat-router' },
    ],
    ['to the default model of the hub', [own('fill-mask')], 'fill-mask', {}, { model: 'o/m' }],
  ])('%s', async (_what, entries, task, place, expected) => {
    expect(await request(entries, task, place)).toMatchObject(expected);
  });
});

describe('the chat router', () => {
  test.each<[Place, string]>([
    [{ model: 'o/m' }, 'o/m'],
    [{ model: 'o/m:fastest' }, 'o/m:fastest'],
    [{ model: 'o/m:cheapest' }, 'o/m:cheapest'],
    [{ model: 'o/m:preferred' }, 'o/m:preferred'],
    [{ model: 'o/m:groq' }, 'o/m:groq'],
    [{ model: 'o/m:not-known-yet' }, 'o/m:not-known-yet'],
    [{ model: 'o/m:auto' }, 'o/m'],
    [{ model: 'o/m', provider: 'auto' }, 'o/m'],
    [{ model: 'o/m', provider: 'cheapest' }, 'o/m:cheapest'],
    [{ model: 'o/m:groq', provider: 'cheapest' }, 'o/m:groq'],
  ])('routes %j as %s', async (place, routedModel) => {
    expect(await request([chatBy('groq')], 'text-generation', place)).toMatchObject({
      ...{ kind: 'chat-router', conversation: true, model: 'o/m', routedModel },
      ...{ sentTo: '/v1/chat/completions', stream: true },
    });
  });

  test('gets the model first in the body, and streams by default', async () => {
    const { body } = await request([chatBy('groq')], 'text-generation');
    expect(JSON.stringify((body as { json: object }).json)).toBe(
      '{"model":"o/m","messages":[{"role":"user","content":"ham"}],"max_tokens":500,"stream":true}',
    );
  });
});

describe('no route', () => {
  const noModel = 'No model provided, and no default model found for this task';
  test.each<[what: string, entries: Entry[], task: string, place: Place, error: object]>([
    [
      'without a provider',
      [],
      'fill-mask',
      { model: 'o/m' },
      {
        ...{ name: 'NotServedError', message: 'No provider runs o/m right now', model: 'o/m', providers: [] },
        hint: expect.stringContaining('fill-mask') as string,
      },
    ],
    [
      'to a provider in staging that is not named',
      [painter('fal-ai', 'staging')],
      'text-to-image',
      { model: 'o/m' },
      { message: 'No provider runs o/m right now' },
    ],
    [
      'to a provider that does not run the model',
      [own('fill-mask')],
      'fill-mask',
      { model: 'o/m', provider: 'groq' },
      { message: 'groq does not run o/m', providers: ['hf-inference'] },
    ],
    [
      'to one in a suffix, which is not replaced',
      [painter('hf-inference')],
      'text-to-image',
      { model: 'o/m:fal-ai' },
      { name: 'NotServedError', message: 'fal-ai does not run o/m', hint: 'Choose hf-inference.' },
    ],
    [
      'to a model of another task',
      [own('translation')],
      'fill-mask',
      { model: 'o/m' },
      { message: 'o/m supports translation, not fill-mask' },
    ],
    [
      'to a model that does not exist',
      [],
      'fill-mask',
      { model: 'o/other' },
      { name: 'UnknownModelError', status: 404 },
    ],
    [
      'to two URLs',
      [],
      'fill-mask',
      { model: 'https://a.test/x', endpointUrl: 'https://b.test/y' },
      { name: 'TypeError', outcome: 'input' },
    ],
    [
      'to a provider at an endpoint',
      [],
      'fill-mask',
      { endpointUrl: 'https://b.test/y', provider: 'groq' },
      { name: 'InputError' },
    ],
    ...['translation', 'summarization'].map((task): [string, Entry[], string, Place, object] => [
      `for ${task} without a default model`,
      [],
      task,
      {},
      { name: 'NoModelError', message: noModel, outcome: 'input' },
    ]),
    ...['nonsense', '//e.test', ''].map((endpointUrl): [string, Entry[], string, Place, object] => [
      `to the endpoint '${endpointUrl}'`,
      [],
      'fill-mask',
      { endpointUrl },
      { name: 'InputError' },
    ]),
    ...['o/m:a:b', 'o/m:', 'o/m:a b', 'o/m:a\nb', 'o/m:/x'].map(
      (model): [string, Entry[], string, Place, object] => [
        `by the policy in ${JSON.stringify(model)}`,
        [chatBy('groq')],
        'text-generation',
        { model },
        { name: 'InputError' },
      ],
    ),
  ])('%s', async (_what, entries, task, place, error) => {
    const refused = await rejection(request(entries, task, place));
    expect(refused).toMatchObject(error);
    expect(refused instanceof TypeError).toBe(refused.name === 'TypeError');
  });
});

test.each([
  [{ endpointUrl: 'https://e.test/x?y=1' }, 'https://e.test/x?y=1', false],
  [{ model: 'https://e.test/x' }, 'https://e.test/x', false],
  [{ model: 'HTTPS://e.test/x' }, 'https://e.test/x', false],
  [{ endpointUrl: 'https://e.test/v1/chat/completions' }, 'https://e.test/v1/chat/completions', true],
  [{ endpointUrl: 'https://e.test/v1/chat/completions/' }, 'https://e.test/v1/chat/completions/', true],
])('the endpoint %j is used unchanged', async (place, url, conversation) => {
  const found = await request([], 'text-generation', place);
  expect(found).toMatchObject({ kind: 'endpoint', url, conversation });
});
