import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  parameterSpecsOf,
  parseParameters,
  taskNamed,
  tasks,
  type Parameters,
  type Task,
  type TaskId,
} from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { pythonShapes } from './support/python-shapes.ts';
import { pythonWith } from './support/programs.ts';
import { places, type Claim } from './support/claim.ts';
import { PERSONAL } from './support/personal.ts';
import { proofsOf, type Proof } from './support/prove-python.ts';
import { withoutEmptyParameters } from './support/without-empty-parameters.ts';

const hub = 'huggingface_hub';
const clients = [hub, 'openai'] as const;

/** Neither npm nor Debian provide the two libraries: where they are not, their code is read but not run. */
const program = pythonWith('huggingface_hub', 'openai', 'PIL', 'numpy');

const otherTable = 'huggingface_hub sends the table next to the inputs, not inside';

/** What huggingface_hub never does. */
const limits: Partial<Record<TaskId, string>> = {
  'tabular-classification': otherTable,
  'tabular-regression': otherTable,
  'visual-question-answering': 'huggingface_hub sends the question next to the inputs, not inside',
  'zero-shot-image-classification': 'huggingface_hub sends the image as the inputs, not inside',
};

/** Methods that take parameters of any name. */
const takesAll = ['automatic-speech-recognition', 'image-to-image', 'text-to-image', 'text-to-speech'];

const own = { own_parameter: '{"a b":["\'",null,true]}' };

/** Parameters of the task itself, where it has such that its method takes. */
async function parametersOf(task: Task): Promise<Parameters> {
  const specs = await parameterSpecsOf(task);
  const few = ['top_k', 'seed', 'threshold', 'normalize', 'target_size.width', 'multi_label', 'stride'];
  const chosen = specs.filter(({ name }) => few.includes(name));
  return parseParameters(specs, {
    ...Object.fromEntries(chosen.map(({ name, kind }) => [name, kind === 'boolean' ? 'true' : '3'])),
    ...(takesAll.includes(task.id) ? own : {}),
  });
}

const chat = taskNamed('text-generation');
const model = 'sandbox/plain-assistant';
const billed = { billTo: 'an-organization' };
const chatParameters: Parameters = [
  { name: 'temperature', place: 'body', value: 0.5 },
  { name: 'stop', place: 'body', value: ["it's", '"""', '\u202e'] },
  { name: 'own_parameter', place: 'body', value: { 'a b': ["'", null, true] } as never },
];

/** A chat by its address: on the sandbox that is configured, or on a host that is foreign to the Hub. */
const endpoint = { model, endpointUrl: '/v1/chat/completions' };

const withQuery = { model, endpointUrl: '/v1/chat/completions?api-version=2024-10-21&b=1' };
const failing = { model, endpointUrl: '/failing/v1/chat/completions' };

const chats: readonly Omit<Claim, 'client' | 'task'>[] = places.flatMap((place) => [
  { name: `a streamed chat ${place}`, place, destination: { model } },
  { name: `a whole chat ${place}`, place, destination: { model }, options: { stream: false } },
  {
    name: `a chat with parameters ${place}`,
    place,
    destination: { model: `${model}:fastest` },
    options: { parameters: chatParameters, ...billed },
  },
  {
    name: `a chat at a provider ${place}`,
    place,
    destination: { model, provider: 'groq' },
    options: { parameters: chatParameters, ...billed },
  },
  { name: `a chat at hf-inference ${place}`, place, destination: { model, provider: 'hf-inference' } },
  { name: `a chat at an endpoint ${place}`, place, destination: endpoint },
  { name: `a chat at an endpoint with a token ${place}`, place, destination: endpoint, sendToken: true },
  { name: `a chat at an endpoint with a query ${place}`, place, destination: withQuery },
  { name: `a chat at an endpoint that fails ${place}`, place, destination: failing },
  { name: `a chat of nobody ${place}`, place, destination: { endpointUrl: endpoint.endpointUrl } },
]);

const atFal = ['automatic-speech-recognition', 'image-to-image', 'text-to-image', 'text-to-speech'] as const;

const claims: readonly Claim[] = [
  ...places.flatMap((place) =>
    tasks.map((task) => ({ name: `${task.id} ${place}`, task, client: hub, place })),
  ),
  ...(await Promise.all(
    tasks.map(async (task) => ({
      name: `${task.id} with parameters`,
      task,
      client: hub,
      place: 'at the Hub' as const,
      options: { parameters: await parametersOf(task), ...billed },
    })),
  )),
  ...tasks.map((task) => ({
    name: `${task.id} with a parameter that nobody knows`,
    task,
    client: hub,
    place: 'at the Hub' as const,
    options: { parameters: parseParameters([], { own_parameter: '1' }) },
  })),
  ...clients.flatMap((client) =>
    chats.map((one) => ({ ...one, task: chat, client, name: `${client}: ${one.name}` })),
  ),
  ...atFal.map((id) => ({
    name: `${id} at fal-ai`,
    task: taskNamed(id),
    client: hub,
    place: 'at the Hub' as const,
    destination: { provider: 'fal-ai' },
    options: billed,
  })),
  {
    name: 'for an organization',
    task: taskNamed('text-classification'),
    client: hub,
    place: 'at the Hub',
    options: billed,
  },
  {
    name: 'parameters whose names are words of Python',
    task: taskNamed('image-to-image'),
    client: hub,
    place: 'at the Hub',
    options: {
      parameters: ['class', 'True', '__debug__', 'Own', 'a b'].map((name) => ({
        name,
        place: 'parameters',
        value: 1,
      })),
    },
  },
  ...clients.map((client) => ({
    name: `${client}: a chat at an address with a query of its own kind`,
    task: chat,
    client,
    place: 'at the Hub' as const,
    destination: { model, endpointUrl: '/v1/chat/completions?a=1&a=2' },
  })),
  {
    name: 'a foreign endpoint',
    task: taskNamed('image-classification'),
    client: hub,
    place: 'at the Hub',
    destination: { endpointUrl: '/classify' },
  },
];

const proofs = await proofsOf(claims, program);

function proofOf(name: string): Proof {
  const proof = proofs.get(name);
  if (!proof) throw new Error(`nobody claimed ${name}`);
  return proof;
}

/** The code posted just what the run sent, once. */
function expectSame({ ran, sent, code }: Proof): void {
  expect(ran?.posts, `${code} ${ran?.error}`).toHaveLength(1);
  expect(withoutEmptyParameters(ran?.posts[0])).toEqual(sent);
}

/** It read the answer: printed it, or saved its picture or sounds. */
async function expectAnswer({ claim: { task }, folder, ran }: Proof): Promise<void> {
  expect(ran?.error).toBeNull();
  const saved = (await readdir(folder)).filter((name) => /^output(-\d+)?\.(wav|png)$/.test(name));
  const { answer, kind } = task.result;
  const isOfParts = kind === 'tracks' || kind === 'masks';
  if (answer !== 'media' && !isOfParts) return expect(ran?.stdout.trim()).not.toBe('');
  expect(saved.length).toBeGreaterThan(isOfParts ? 1 : 0);
  for (const name of saved) expect((await readFile(join(folder, name))).length).toBeGreaterThan(40);
}

test('all code is Python that knows every name in it, and nothing unseen stands in it', () => {
  const codes = [...proofs.values()].flatMap(({ code }) => (code === undefined ? [] : [code]));
  expect(codes.length).toBeGreaterThan(90);
  for (const { unknown } of pythonShapes(codes)) expect(unknown).toEqual([]);
  for (const code of codes) expect(code).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
});

describe('huggingface_hub says what it cannot do', () => {
  test.each(tasks.map(({ id }) => id))('%s', (id) => {
    for (const place of places) expect(proofOf(`${id} ${place}`).reason).toBe(limits[id]);
    expect(proofOf(`${id} with parameters`).reason).toBe(limits[id]);
    const method = id.replaceAll('-', '_');
    const unknown = `huggingface_hub cannot send "own_parameter": ${method} does not take it`;
    expect(proofOf(`${id} with a parameter that nobody knows`).reason).toBe(
      limits[id] ?? (takesAll.includes(id) ? undefined : unknown),
    );
  });
});

test('huggingface_hub asks a provider only in the form in which the run asks it', () => {
  const otherForm = 'huggingface_hub sends fal-ai a different request';
  expect(atFal.map((id) => proofOf(`${id} at fal-ai`).reason)).toEqual([
    otherForm,
    undefined,
    otherForm,
    undefined,
  ]);
});

test.each(clients)('%s always names a model', (client) => {
  expect(proofOf(`${client}: a chat of nobody at the Hub`).reason).toBe(
    `${client} always sends a model: pass one with -m`,
  );
});

test.each(clients)('%s reads the token from the environment only where the run sends one', (client) => {
  const code = (name: string) => proofOf(`${client}: ${name}`).code ?? '';
  expect(code('a streamed chat at the Hub')).toContain('api_key=os.environ["HF_TOKEN"]');
  expect(code('a chat at an endpoint with a token at the Hub')).toContain('api_key=os.environ["API_TOKEN"]');
  const withheld = code('a chat at an endpoint at the Hub');
  expect(withheld).not.toContain('os.environ');
  expect(withheld).toMatch(/"authorization": None\b|"Authorization": Omit\(\)/);
});

test('openai says why it cannot ask at an address', () => {
  expect(proofOf('openai: a chat at an address with a query of its own kind').reason).toBe(
    'openai would change the query of this URL',
  );
});

test('openai keeps its code short where the Hub is asked, and never asks twice', () => {
  const codes = [...proofs.values()].filter(({ claim }) => claim.client === 'openai').map(({ code }) => code);
  for (const code of codes) if (code !== undefined) expect(code).toContain('max_retries=0');
  expect(proofOf('openai: a streamed chat at the Hub').code).not.toContain('Omit');
  expect(proofOf('openai: a chat at a provider at the Hub').code).not.toContain('Omit');
});

describe.skipIf(program === undefined)('run with the libraries, code sends what the run sends', () => {
  const written = [...proofs.values()].filter(({ code }) => code !== undefined);

  test.each(written.map(({ claim }) => claim.name))('%s', async (name) => {
    const proof = proofOf(name);
    expectSame(proof);
    const isRefused = proof.value === undefined;
    if (!isRefused) await expectAnswer(proof);
  });

  test('no endpoint is told what is meant for OpenAI alone', () => {
    const told = written.filter(({ claim }) => claim.destination?.endpointUrl !== undefined);
    expect(told.length).toBeGreaterThan(10);
    for (const { ran } of told) {
      expect(ran?.headers).toHaveLength(1);
      expect(JSON.stringify(ran?.headers)).not.toContain(PERSONAL);
    }
  });

  test.each(clients)('%s asks a server that fails once', (client) => {
    for (const place of places) {
      const { ran } = proofOf(`${client}: a chat at an endpoint that fails ${place}`);
      expect(ran?.posts).toHaveLength(1);
      expect(ran?.error).toContain('Out of order');
    }
  });

  test.each(clients)('%s prints the text of a chat as it comes', (client) => {
    for (const place of places) {
      for (const kind of ['a streamed chat', 'a whole chat', 'a chat at an endpoint']) {
        const { value, ran } = proofOf(`${client}: ${kind} ${place}`);
        const { choices } = value as { choices: [{ message: { content: string } }] };
        expect(ran?.stdout.trimEnd()).toBe(choices[0].message.content.trimEnd());
      }
    }
  });
});
