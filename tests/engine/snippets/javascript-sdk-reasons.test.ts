import { InferenceClient } from '@huggingface/inference';
import {
  buildRequest,
  fileFromBlob,
  findRoute,
  INFERENCE_URL,
  createSnippets,
  taskNamed,
  type Parameters,
  type TaskId,
  type Values,
} from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { connectionAt } from '../../support/ask.ts';

// Each test reproduces a library limit that makes us omit a snippet. If one fails, the snippet may be possible now.

const at = 'https://models.example.org/x';
const photo = new Blob(['a photo'], { type: 'image/png' });
const sound = new Blob(['a sound'], { type: 'audio/wav' });

interface Sent {
  readonly url: string;
  readonly body: unknown;
  readonly contentType: string | null;
}

/** The requests of a library call and its result or error for the given response. */
async function sentBy(
  call: (client: InferenceClient) => Promise<unknown>,
  answer: unknown = [],
  endpointUrl = at,
): Promise<{ readonly sent: Sent[]; readonly error?: Error }> {
  const sent: Sent[] = [];
  const recording: typeof fetch = async (url, init) => {
    const request = new Request(String(url), init);
    const contentType = request.headers.get('content-type');
    const text = await request.text();
    const body: unknown = contentType === 'application/json' ? JSON.parse(text) : text;
    sent.push({ url: String(url), body, contentType });
    return Response.json(answer);
  };
  const client = new InferenceClient('hf_x', { endpointUrl, fetch: recording });
  const error = await call(client).then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  return { sent, ...(error === undefined ? {} : { error }) };
}

/** Why there is no snippet for a run at an endpoint; undefined if there is one. */
async function reasonFor(
  client: string,
  task: TaskId,
  values: Values,
  { endpointUrl = at, ...more }: { endpointUrl?: string; model?: string; parameters?: Parameters } = {},
): Promise<string | undefined> {
  const { model, parameters = [] } = more;
  const connection = connectionAt(INFERENCE_URL);
  const destination = { endpointUrl, ...(model === undefined ? {} : { model }) };
  const route = await findRoute(connection, taskNamed(task), destination);
  const request = await buildRequest(taskNamed(task), route, values, { parameters });
  return createSnippets(request, connection, { languages: ['js'], clients: [client] }).missing[0]?.reason;
}

const library = 'huggingface.js';
const image = fileFromBlob(photo, 'photo.png');
const audio = fileFromBlob(sound, 'tune.wav');
const one: Parameters = [{ name: 'top_k', place: 'parameters', value: 1 }];

describe('huggingface.js', () => {
  test.each([
    ['audioClassification', 'audio-classification', { audio }, sound],
    ['audioToAudio', 'audio-to-audio', { audio }, sound],
    ['automaticSpeechRecognition', 'automatic-speech-recognition', { audio }, sound],
    ['imageClassification', 'image-classification', { image }, photo],
    ['imageToText', 'image-to-text', { image }, photo],
    ['objectDetection', 'object-detection', { image }, photo],
  ] as const)('%s drops the parameters of a file input', async (method, task, values, inputs) => {
    const { sent } = await sentBy((client) => client[method]({ inputs, parameters: { top_k: 1 } } as never));
    expect(sent).toEqual([{ url: at, body: await inputs.text(), contentType: inputs.type }]);
    expect(await reasonFor(library, task, values, { parameters: one })).toBeDefined();
  });

  test('imageSegmentation does not send a plain file', async () => {
    const { sent } = await sentBy((client) => client.imageSegmentation({ inputs: photo }));
    expect(sent[0]?.contentType).toBe('application/json');
    expect(await reasonFor(library, 'image-segmentation', { image })).toMatch(/only sends .* in JSON/);
    expect(await reasonFor(library, 'image-segmentation', { image }, { parameters: one })).toBeUndefined();
  });

  test('imageToImage sends JSON only with `parameters`', async () => {
    const { sent } = await sentBy((client) => client.imageToImage({ inputs: photo, prompt: 'x' } as never));
    expect(sent[0]?.contentType).toBe('image/png');
    const bodyParameters: Parameters = [{ name: 'prompt', place: 'body', value: 'x' }];
    expect(await reasonFor(library, 'image-to-image', { image }, { parameters: bodyParameters })).toMatch(
      /cannot send parameters with a file/,
    );
    expect(await reasonFor(library, 'image-to-image', { image }, { parameters: one })).toBeUndefined();
  });

  test('textGeneration appends to the URL of other endpoints', async () => {
    const { sent } = await sentBy((client) => client.textGeneration({ inputs: 'x' }));
    expect(sent[0]).toMatchObject({ url: `${at}/v1/completions`, body: { prompt: 'x' } });
    expect(await reasonFor(library, 'text-generation', { text: 'x' })).toMatch(/text completion in OpenAI's/);
  });

  test('imageToText rejects the list that servers return', async () => {
    const captions = [{ generated_text: 'x' }];
    const { error } = await sentBy((client) => client.imageToText({ inputs: photo }), captions);
    expect(error?.message).toMatch(/malformed response/);
    expect(await reasonFor(library, 'image-to-text', { image })).toMatch(/rejects the list/);
  });

  test('R16: zeroShotClassification accepts the answers of today', async () => {
    const scored = [{ label: 'a', score: 1 }];
    for (const answer of [scored, { labels: ['a'], scores: [1] }]) {
      const { error } = await sentBy(
        (client) => client.zeroShotClassification({ inputs: 'x', parameters: { candidate_labels: ['a'] } }),
        answer,
      );
      expect(error).toBeUndefined();
    }
    const labels = { text: 'x', candidateLabels: ['a'] };
    expect(await reasonFor(library, 'zero-shot-classification', labels)).toBeUndefined();
  });

  test('textClassification accepts only nested lists', async () => {
    const scored = [{ label: 'a', score: 1 }];
    const flat = await sentBy((client) => client.textClassification({ inputs: 'x' }), scored);
    expect(flat.error?.message).toMatch(/malformed response/);
    const nested = await sentBy((client) => client.textClassification({ inputs: 'x' }), [scored]);
    expect(nested.error).toBeUndefined();
    expect(await reasonFor(library, 'text-classification', { text: 'x' })).toMatch(/flat list of labels/);
  });

  test('a chat always sends a model', async () => {
    const endpointUrl = `${at}/v1/chat/completions`;
    const { sent } = await sentBy((client) => client.chatCompletion({ messages: [] }), {}, endpointUrl);
    expect(sent[0]?.body).toMatchObject({ model: endpointUrl });
    const chat = { text: 'x' };
    expect(await reasonFor(library, 'text-generation', chat, { endpointUrl })).toMatch(/sends a model/);
    expect(await reasonFor(library, 'text-generation', chat, { endpointUrl, model: 'a/b' })).toBeUndefined();
  });

  test('a chat requires a URL that ends in /chat/completions', async () => {
    const endpointUrl = `${at}/chat/completions/`;
    const { sent } = await sentBy((client) => client.chatCompletion({ messages: [] }), {}, endpointUrl);
    expect(sent[0]?.url).not.toBe(endpointUrl);
    for (const client of [library, 'openai']) {
      const reason = await reasonFor(client, 'text-generation', { text: 'x' }, { endpointUrl, model: 'a/b' });
      expect(reason).toBe(`${client} only supports chat URLs that end in /chat/completions`);
    }
  });

  test('a chat does not support a URL with a query', async () => {
    const endpointUrl = `${at}/chat/completions?a=1`;
    const { sent } = await sentBy((client) => client.chatCompletion({ messages: [] }), {}, endpointUrl);
    expect(sent[0]?.url).not.toBe(endpointUrl);
    const chat = { text: 'x' };
    expect(await reasonFor(library, 'text-generation', chat, { endpointUrl, model: 'a/b' })).toBe(
      'huggingface.js does not support chat URLs with a query',
    );
    expect(await reasonFor('openai', 'text-generation', chat, { endpointUrl })).toBeUndefined();
  });

  test.each(['accessToken', 'data', 'endpointUrl', 'provider', 'urlTransform'])(
    'body parameter %s would be treated as a library option',
    async (name) => {
      const args = { inputs: 'x', [name]: at };
      const { sent } = await sentBy((client) => client.fillMask(args as never));
      expect(sent[0]?.body).not.toEqual(args);
      const parameters: Parameters = [{ name, place: 'body', value: at }];
      const reason = await reasonFor(library, 'fill-mask', { text: 'x' }, { parameters });
      expect(reason).toBe(`huggingface.js cannot send the parameter ${name}, which it reserves`);
    },
  );

  test('a provider is only supported through the router', async () => {
    const { error } = await sentBy((client) => client.textToImage({ inputs: 'x', provider: 'fal-ai' }));
    expect(error?.message).toMatch(/endpointUrl and provider/);
  });
});

test('openai rewrites some queries', async () => {
  const endpointUrl = `${at}/chat/completions?a=1&a=2`;
  expect(await reasonFor('openai', 'text-generation', { text: 'x' }, { endpointUrl })).toBe(
    'openai would change the query of this URL',
  );
});

test('openai only supports chats', async () => {
  expect(await reasonFor('openai', 'fill-mask', { text: 'x' })).toBe('openai only supports chat');
});
