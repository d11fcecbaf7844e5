import { createSnippets, taskNamed, type Place, type InferenceRequest, type TaskId } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { connectionTo, requestFor } from '../../support/ask.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { temporaryFolder } from '../../support/process.ts';
import { exampleInputs } from './support/example-inputs.ts';
import { asHub } from './support/hub-connection.ts';

const sandbox = await recordingSandbox();
const here = connectionTo(sandbox);
const hub = asHub(here);
const otherHub = { ...hub, hubUrl: 'https://hub.example.org' };
const otherBase = { ...hub, inferenceUrl: 'https://inference.example.org' };

const model = 'sandbox/plain-assistant';

/** A chat with a provider that needs extra headers. */
async function chatWithHeaders(): Promise<InferenceRequest> {
  const destination = { model, provider: 'groq' };
  const { wire, run } = await requestFor(hub, 'text-generation', destination, { text: 'x' });
  return { wire: { ...wire, headers: { ...wire.headers, 'x-source-channel': 'tryout' } }, run };
}

/** The code for a run with a custom Hub or inference URL, or why there is none. */
async function written(client: string, id: TaskId, destination: Place, connection: typeof hub) {
  const task = taskNamed(id);
  const { model: own, values } = await exampleInputs(here, task, temporaryFolder());
  const at = connection.inferenceUrl === hub.inferenceUrl ? hub : here;
  const request = await requestFor(at, id, { model: own, ...destination }, values);
  const { snippets, missing } = createSnippets(request, connection, { clients: [client] });
  return snippets[0]?.code ?? missing[0]?.reason;
}

describe.each([
  ['huggingface.js', 'provider: "auto"', 'endpointUrl: ', 'automatic-speech-recognition'],
  ['huggingface_hub', 'provider="auto"', 'base_url=', 'image-to-image'],
] as const)('%s', (client, byName, byAddress, atFal) => {
  test('calls the chat router by URL for another hub', async () => {
    expect(await written(client, 'text-generation', { model }, hub)).toContain(byName);
    for (const connection of [otherHub, otherBase]) {
      const chat = await written(client, 'text-generation', { model }, connection);
      expect(chat).not.toContain(byName);
      expect(chat).toContain(byAddress);
    }
  });

  test('calls hf-inference by URL if the library would look up the model on the wrong hub', async () => {
    const address = 'https://router.huggingface.co/hf-inference/models/';
    expect(await written(client, 'fill-mask', {}, otherHub)).toContain(address);
    expect(await written(client, 'fill-mask', {}, hub)).not.toContain(address);
  });

  test('lets the library add provider headers if it supports the provider', async () => {
    const request = await chatWithHeaders();
    const writtenAt = (connection: typeof hub) => {
      const { snippets, missing } = createSnippets(request, connection, { clients: [client] });
      return snippets[0]?.code ?? missing[0]?.reason;
    };
    expect(writtenAt(hub)).not.toContain('x-source-channel');
    expect(writtenAt(otherBase)).toContain('x-source-channel');
  });

  test('reports why a provider is not supported', async () => {
    for (const connection of [otherHub, otherBase]) {
      expect(await written(client, atFal, { provider: 'fal-ai' }, connection)).toBe(
        `${client} can only look up providers on huggingface.co`,
      );
    }
  });
});
