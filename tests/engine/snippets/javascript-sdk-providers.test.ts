// @module-tag nightly
import { getProviderHelper, INFERENCE_PROVIDERS } from '@huggingface/inference';
import {
  fileFromBlob,
  isFailure,
  createSnippets,
  tasks,
  type Field,
  type FieldValue,
  type InferenceRequest,
  type Task,
} from '@tryout/engine';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectionAt, requestFor, runRequest } from '../../support/ask.ts';
import { fakeHub, providerMapping } from '../../support/fake-hub.ts';
import { answerJson } from '../../support/loopback.ts';
import { temporaryFolder } from '../../support/process.ts';
import { asHub } from './support/hub-connection.ts';
import { bothAt, runModules } from './support/run-modules.ts';
import { normalizeRequest } from './support/normalize-request.ts';

const files = { image: ['photo.png', 'image/png'], audio: ['tune.wav', 'audio/wav'] } as const;

/** A sample value for a field; files are in the folder. */
function someValue(field: Field): FieldValue {
  if (field.kind === 'image' || field.kind === 'audio') {
    const [name, type] = files[field.kind];
    return { ...fileFromBlob(new Blob([`bytes of ${name}`]), name, type), path: name };
  }
  return field.kind === 'list' ? ['a', 'b'] : 'a "text"';
}

interface Served {
  readonly provider: string;
  readonly task: Task;
  readonly servedAs: string;
  /** The server uses the model id to select the provider. */
  readonly model: string;
}

function serves(provider: string, task: string): boolean {
  try {
    getProviderHelper(provider as never, task as never);
    return true;
  } catch {
    return false;
  }
}

/** Provider and task combinations that the library supports. */
const served: readonly Served[] = INFERENCE_PROVIDERS.filter((name) => name !== 'hf-inference').flatMap(
  (provider) =>
    tasks.flatMap((task) =>
      [task.id, ...(task.conversation ? ['conversational'] : [])]
        .filter((servedAs) => serves(provider, servedAs))
        .map((servedAs) => ({ provider, task, servedAs, model: `${provider}/${servedAs}` })),
    ),
);

test('huggingface.js code sends the request of the run in the format of each provider', async () => {
  const server = await fakeHub({
    models: served.map(({ provider, servedAs, model }) => ({
      id: model,
      inferenceProviderMapping: providerMapping(`org/${servedAs}`, servedAs, [provider]),
    })),
    inference: answerJson({ error: 'enough is known' }, 400),
  });
  const connection = asHub(connectionAt(server.url, { token: 'hf_sandbox' }));
  const folder = temporaryFolder();
  for (const [name] of Object.values(files)) await writeFile(join(folder, name), `bytes of ${name}`);

  const requests: InferenceRequest[] = [];
  const sent: object[] = [];
  for (const { provider, task, model } of served) {
    const values = Object.fromEntries(
      Object.entries(task.fields)
        // The library sends one image.
        .filter(([, { kind, optional }]) => !optional || kind === 'text')
        .map(([name, field]) => [name, someValue(field)]),
    );
    const parameters = { seed: '7', 'own.size': 'x' };
    const options = { parameters, billTo: 'an-organization', stream: false };
    const destination = { model, provider };
    const request = await requestFor(connection, task.id, destination, values, options).catch(
      (error: unknown) => {
        if (!isFailure(error)) throw error;
      },
    );
    if (!request) continue;
    requests.push(request);
    server.received.splice(0);
    // The server rejects every request because it does not implement provider response formats.
    await runRequest(connection, request).catch((error: unknown) => {
      if (!isFailure(error)) throw error;
    });
    const [post] = server.received;
    if (post) sent.push(await normalizeRequest(post));
  }
  expect(requests.length).toBeGreaterThan(30);
  expect(sent).toHaveLength(requests.length);

  const codes = requests.map((request) => {
    const { snippets, missing } = createSnippets(request, connection, {
      languages: ['js'],
      clients: ['huggingface.js'],
    });
    expect(missing).toEqual([]);
    return { code: snippets[0]?.code ?? '', folder };
  });
  const ran = await runModules(bothAt(server), codes);
  const byModel = (posts: readonly unknown[]) =>
    Object.fromEntries(requests.map(({ run: { route } }, index) => [route.model, posts[index]]));
  expect(byModel(ran.map(({ posts }) => posts[0]))).toEqual(byModel(sent));
});
