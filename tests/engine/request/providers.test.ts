import * as library from '@huggingface/inference';
import { describe, expect, test } from 'vitest';
import {
  fileFromBlob,
  forgetModels,
  taskNamed,
  tasks,
  type Connection,
  type Task,
  type Values,
} from '@tryout/engine';
import { ask, canary, connectionAt } from '../../support/ask.ts';
import { fakeHub, providerMapping } from '../../support/fake-hub.ts';
import {
  answerJson,
  sendJson,
  serve,
  type LoopbackServer,
  type ReceivedRequest,
} from '../../support/loopback.ts';

const bytes = Uint8Array.from({ length: 70_003 }, (_, index) => (index * 31) % 256);
const image = new Blob([bytes], { type: 'image/png' });
const sound = new Blob([bytes], { type: 'audio/wav' });

const values: Values = {
  text: 'A "picture" of ham & eggs, größer 🎈',
  image: fileFromBlob(image, 'a.png'),
  audio: fileFromBlob(sound, 'a.wav'),
  sourceSentence: 'ham',
  sentences: ['eggs', 'ham'],
  question: 'ham?',
  context: 'ham',
  query: 'ham?',
  table: { a: ['1'] },
  data: { a: ['1'] },
  candidateLabels: ['ham', 'eggs'],
};

const parameters = { seed: 7, prompt: 'more "ham"' };

type LibraryCall = (args: object, options: object) => Promise<unknown>;

/** The library function for a task, for example `textToImage`. */
function functionFor(name: string): LibraryCall {
  const camel = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return (
    (library as unknown as Record<string, LibraryCall>)[camel] ?? expect.fail(`the library has no ${camel}`)
  );
}

function isKnown(provider: string, taskName: string): boolean {
  try {
    const helper = library.getProviderHelper(provider as never, taskName as never);
    return !helper.clientSideRoutingOnly;
  } catch {
    return false;
  }
}

/** Every provider of the library with each supported task. */
const pairs = library.INFERENCE_PROVIDERS.filter((provider) => provider !== 'hf-inference').flatMap(
  (provider) =>
    tasks.flatMap((task): [string, string, Task, boolean][] => [
      ...(isKnown(provider, task.id)
        ? [[provider, task.id, task, false] as [string, string, Task, boolean]]
        : []),
      ...(task.conversation && isKnown(provider, 'conversational')
        ? [[provider, 'chat-completion', task, true] as [string, string, Task, boolean]]
        : []),
    ]),
);

/** Hub and router on one server with their hosts in the path; it has one model and records requests. */
async function roof(provider: string, taskName: string): Promise<LoopbackServer> {
  // Novita runs one model of this task.
  const providerId = `${provider} ${taskName}` === 'novita image-text-to-video' ? 'MiniMax-H3' : 'their/name';
  const mapping = { [provider]: { provider, providerId, status: 'live', task: taskName } };
  forgetModels();
  return serve(({ method, url }, response) => {
    const id = /^\/huggingface\.co\/api\/models\/(o\/[\w-]+)/.exec(url)?.[1];
    if (method === 'GET' && id)
      sendJson(response, { id, pipeline_tag: taskName, inferenceProviderMapping: mapping });
    else sendJson(response, { error: 'noted' }, 400);
  });
}

/** A fetch that sends the library's requests to the server. */
function fetchUnder({ url: base }: LoopbackServer): typeof fetch {
  return (input, init) => {
    const { host, pathname, search } = new URL(input instanceof Request ? input.url : String(input));
    return fetch(`${base}/${host}${pathname}${search}`, init);
  };
}

function connectionUnder({ url }: LoopbackServer): Connection {
  return connectionAt(url, { hubUrl: `${url}/huggingface.co`, inferenceUrl: `${url}/router.huggingface.co` });
}

/** The payload for the library, with Blobs for files. */
function withBlobs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBlobs);
  if (typeof value !== 'object' || value === null) return value;
  if ('encoding' in value && 'file' in value)
    return (value.file as { contentType: string }).contentType === 'image/png' ? image : sound;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, withBlobs(entry)]));
}

async function plain({ method, url, headers, body }: ReceivedRequest): Promise<object> {
  const type = headers['content-type'] ?? '';
  const described = { method, url, authorization: headers.authorization, prefer: headers['prefer'] };
  if (!type.startsWith('multipart/')) return { ...described, type, body: body.toString('latin1') };
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
  const parts = [...form].map(async ([name, value]) =>
    typeof value === 'string'
      ? [name, value]
      : [name, value.name, value.type, Buffer.from(await value.arrayBuffer()).toString('latin1')],
  );
  return { ...described, type: 'multipart/form-data', parts: await Promise.all(parts) };
}

async function lastPost({ received }: LoopbackServer): Promise<object | undefined> {
  const post = received.filter(({ method }) => method === 'POST').at(-1);
  return post && plain(post);
}

test('the library has many providers', () => {
  expect(pairs.length).toBeGreaterThan(25);
});

describe.each([
  { how: 'without parameters', given: {}, tags: ['nightly'] },
  { how: 'with parameters', given: parameters, tags: [] },
])('$how, a request', ({ given, tags }) => {
  test.each(pairs)(
    '%s for %s is identical to that of the library',
    { tags },
    async (provider, name, task, isChat) => {
      const taskName = isChat ? 'conversational' : task.id;
      const hasParameters = Object.keys(given).length > 0;
      const model = `o/${provider}-${name}`;
      const chat = { messages: [{ role: 'user', content: values['text'] }], max_tokens: 500 };
      const payload = withBlobs(isChat ? (chat as never) : task.payload(values as never)) as {
        parameters?: object;
      };
      const nested = hasParameters ? { parameters: { ...payload.parameters, ...given } } : {};
      const args = { ...payload, ...(isChat ? { ...given, stream: false } : nested) };

      const theirs = await roof(provider, taskName);
      const options = { fetch: fetchUnder(theirs), retry_on_error: false };
      const theirError = await functionFor(name)(
        { model, provider, accessToken: canary, ...args },
        options,
      ).then(
        () => undefined,
        (error: Error) => error,
      );
      const ours = await roof(provider, taskName);
      const typed = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]));
      const ran = { parameters: typed, stream: false };
      const asked = ask(connectionUnder(ours), task.id, { model, provider }, values, ran);
      const ourError = await asked.then(
        () => undefined,
        (error: Error) => error,
      );

      const expected = await lastPost(theirs);
      const sent = await lastPost(ours);
      expect(expected, theirError?.message).toBeDefined();
      expect(sent, ourError?.message).toEqual(expected);
      expect(ourError?.name).toBe('InferenceError');
    },
  );
});

describe('an unsupported provider', () => {
  test('is reported', async () => {
    const hub = await roof('no-such-provider', 'text-to-image');
    const asked = ask(
      connectionUnder(hub),
      'text-to-image',
      { model: 'o/m', provider: 'no-such-provider' },
      values,
    );
    await expect(asked).rejects.toMatchObject({ name: 'NotServedError', outcome: 'failed' });
    expect(hub.received.filter(({ method }) => method === 'POST')).toHaveLength(0);
  });

  test('does not use a foreign URL in a provider mapping', async () => {
    const foreign = await serve(answerJson({}));
    forgetModels();
    const inferenceProviderMapping = providerMapping(`${foreign.url}/x`, 'text-to-image', ['together']);
    const hub = await fakeHub({ model: { id: 'o/m', inferenceProviderMapping } });
    const asked = ask(connectionAt(hub.url), 'text-to-image', { model: 'o/m', provider: 'together' }, values);
    await expect(asked).rejects.toMatchObject({ outcome: 'failed' });
    expect(foreign.received).toHaveLength(0);
  });

  test('reports an unsupported audio format before any request', async () => {
    const hub = await roof('fal-ai', 'automatic-speech-recognition');
    const audio = fileFromBlob(new Blob([bytes]), 'a.ogg', 'audio/ogg');
    const task = taskNamed('automatic-speech-recognition');
    const asked = ask(connectionUnder(hub), task.id, { model: 'o/m', provider: 'fal-ai' }, { audio });
    await expect(asked).rejects.toMatchObject({ name: 'InputError', outcome: 'input' });
    expect(hub.received.filter(({ method }) => method === 'POST')).toHaveLength(0);
  });
});
