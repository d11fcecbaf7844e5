import { createSnippets, fileFromBlob, INFERENCE_URL, type Values } from '@tryout/engine';
import { expect, test } from 'vitest';
import { connectionAt, requestFor } from '../../support/ask.ts';

const at = 'https://models.example.org/x';
const chatAt = 'https://models.example.org/v1/chat/completions';
const image = fileFromBlob(new Blob(['a photo'], { type: 'image/png' }), 'photo.png');
const audio = fileFromBlob(new Blob(['a sound'], { type: 'audio/wav' }), 'tune.wav');
const text = { text: 'x' };
const model = 'a/b';
const library = 'huggingface.js';
const one = { top_k: '1' };
const noFile = 'huggingface.js cannot send parameters with a file';
const ending = (client: string) => `${client} only supports chat URLs that end in /chat/completions`;

interface Asked {
  readonly endpointUrl?: string;
  readonly model?: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Runs at an endpoint, and why there is no code for them: the libraries send something else, or reject the answer. */
test.each<[client: string, task: string, values: Values, asked: Asked, reason: string | undefined]>([
  [library, 'audio-classification', { audio }, { parameters: one }, noFile],
  [library, 'audio-to-audio', { audio }, { parameters: one }, noFile],
  [library, 'automatic-speech-recognition', { audio }, { parameters: one }, noFile],
  [library, 'image-classification', { image }, { parameters: one }, noFile],
  [library, 'image-to-text', { image }, {}, 'huggingface.js rejects the list that servers return'],
  [library, 'object-detection', { image }, { parameters: one }, noFile],
  [library, 'image-segmentation', { image }, {}, 'huggingface.js only sends the file of this task in JSON'],
  [library, 'image-segmentation', { image }, { parameters: one }, undefined],
  [library, 'image-to-image', { image }, { parameters: one }, undefined],
  [library, 'text-generation', text, {}, "huggingface.js only supports text completion in OpenAI's format"],
  [library, 'zero-shot-classification', { ...text, candidateLabels: ['a'] }, {}, undefined],
  [
    library,
    'text-classification',
    text,
    {},
    'huggingface.js rejects the flat list of labels that an endpoint may return',
  ],
  [
    library,
    'text-generation',
    text,
    { endpointUrl: chatAt },
    'huggingface.js always sends a model: pass one with -m',
  ],
  [library, 'text-generation', text, { endpointUrl: chatAt, model }, undefined],
  [library, 'text-generation', text, { endpointUrl: `${chatAt}/`, model }, ending(library)],
  ['openai', 'text-generation', text, { endpointUrl: `${chatAt}/`, model }, ending('openai')],
  [
    library,
    'text-generation',
    text,
    { endpointUrl: `${chatAt}?a=1`, model },
    'huggingface.js does not support chat URLs with a query',
  ],
  ['openai', 'text-generation', text, { endpointUrl: `${chatAt}?a=1` }, undefined],
  [
    'openai',
    'text-generation',
    text,
    { endpointUrl: `${chatAt}?a=1&a=2` },
    'openai would change the query of this URL',
  ],
  ['openai', 'fill-mask', text, {}, 'openai only supports chat'],
  ...['accessToken', 'data', 'endpointUrl', 'provider', 'urlTransform'].map(
    (name): [string, string, Values, Asked, string] => [
      ...([library, 'text-generation', text] as const),
      { endpointUrl: chatAt, model, parameters: { [name]: at } },
      `huggingface.js cannot send the parameter ${name}, which it reserves`,
    ],
  ),
])('%s, %s %o %j: %s', async (client, task, values, { parameters = {}, ...asked }, reason) => {
  const connection = connectionAt(INFERENCE_URL);
  const request = await requestFor(connection, task, { endpointUrl: at, ...asked }, values, { parameters });
  const { missing } = createSnippets(request, connection, { languages: ['js'], clients: [client] });
  expect(missing[0]?.reason).toBe(reason);
});
