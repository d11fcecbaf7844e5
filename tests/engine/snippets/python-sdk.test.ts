import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  getResponseMedia,
  loadParameterSpecs,
  parseParameters,
  taskNamed,
  tasks,
  type Parameters,
  type Task,
  type TaskId,
} from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { pythonShapes } from './support/python-shapes.ts';
import { pythonWith, testWith } from './support/programs.ts';
import { targets, type SnippetCase } from './support/snippet-case.ts';
import { SECRET_SUFFIX } from './support/openai-environment.ts';
import { reportsOf, type SnippetReport } from './support/python-reports.ts';
import { withoutEmptyParameters } from './support/without-empty-parameters.ts';

const hub = 'huggingface_hub';
const clients = [hub, 'openai'] as const;

/** Without these libraries, the code is checked but not run (see `TRYOUT_REQUIRE_PYTHON`). */
const program = pythonWith('huggingface_hub', 'openai', 'PIL', 'numpy');

const otherTable = 'huggingface_hub sends the table next to the inputs, not inside';

/** Tasks that huggingface_hub cannot run like Tryout. */
const limits: Partial<Record<TaskId, string>> = {
  'tabular-classification': otherTable,
  'tabular-regression': otherTable,
  'visual-question-answering': 'huggingface_hub sends the question next to the inputs, not inside',
  'zero-shot-image-classification': 'huggingface_hub sends the image as the inputs, not inside',
  'text-to-video': 'huggingface_hub supports this task only at other providers',
  'image-to-video': 'huggingface_hub supports this task only at other providers',
  'image-text-to-image': 'huggingface_hub has no method for this task',
  'image-text-to-video': 'huggingface_hub has no method for this task',
  'text-to-audio': 'huggingface_hub has no method for this task',
};

/** Methods that accept any parameter. */
const takesAll = ['automatic-speech-recognition', 'image-to-image', 'text-to-image', 'text-to-speech'];

const own = { own_parameter: '{"a b":["\'",null,true]}' };

/** Task parameters that the method accepts. */
async function parametersOf(task: Task): Promise<Parameters> {
  const specs = await loadParameterSpecs(task);
  const few = ['top_k', 'seed', 'threshold', 'normalize', 'target_size.width', 'multi_label', 'stride'];
  const chosen = specs.filter(({ name }) => few.includes(name));
  return parseParameters(specs, {
    ...Object.fromEntries(chosen.map(({ name, kind }) => [name, kind === 'boolean' ? 'true' : '3'])),
    ...(takesAll.includes(task.id) ? own : {}),
  });
}

const chat = taskNamed('text-generation');
const model = 'sandbox/plain-assistant';
const billed = { billTo: 'an-organization', flags: ['no-cache', 'wait'] } as const;
const chatParameters: Parameters = [
  { name: 'temperature', place: 'body', value: 0.5 },
  { name: 'stop', place: 'body', value: ["it's", '"""', '\u202e'] },
  { name: 'own_parameter', place: 'body', value: { 'a b': ["'", null, true] } as never },
];

/** Chats by URL: on the configured sandbox or on a foreign host. */
const endpoint = { model, endpointUrl: '/v1/chat/completions' };

const withQuery = { model, endpointUrl: '/v1/chat/completions?api-version=2024-10-21&b=1' };
const failing = { model, endpointUrl: '/failing/v1/chat/completions' };

const chats: readonly Omit<SnippetCase, 'client' | 'task'>[] = targets.flatMap((place) => [
  { name: `a streamed chat ${place}`, place, destination: { model } },
  { name: `a chat without streaming ${place}`, place, destination: { model }, options: { stream: false } },
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
  { name: `a chat without a model ${place}`, place, destination: { endpointUrl: endpoint.endpointUrl } },
]);

const atFal = ['automatic-speech-recognition', 'image-to-image', 'text-to-image', 'text-to-speech'] as const;

const cases: readonly SnippetCase[] = [
  ...targets.flatMap((place) =>
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
    name: `${task.id} with an unknown parameter`,
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
    name: 'parameters named like Python keywords',
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
    name: `${client}: a chat at a URL with an unusual query`,
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

const reports = await reportsOf(cases, program);

function reportOf(name: string): SnippetReport {
  const report = reports.get(name);
  if (!report) throw new Error(`no case named ${name}`);
  return report;
}

/** The code posted exactly what the run sent, once. */
function expectSameRequest({ ran, sent, code }: SnippetReport): void {
  expect(ran?.posts, `${code} ${ran?.error}`).toHaveLength(1);
  expect(withoutEmptyParameters(ran?.posts[0])).toEqual(sent);
}

/** The code printed the answer or saved its media. */
async function expectAnswer({ snippetCase: { task }, folder, ran }: SnippetReport): Promise<void> {
  expect(ran?.error).toBeNull();
  const saved = (await readdir(folder)).filter((name) => /^output(-\d+)?\.(wav|png)$/.test(name));
  const { kind } = task.result;
  const isOfParts = kind === 'tracks' || kind === 'masks';
  if (!getResponseMedia(kind) && !isOfParts) return expect(ran?.stdout.trim()).not.toBe('');
  expect(saved.length).toBeGreaterThan(isOfParts ? 1 : 0);
  for (const name of saved) expect((await readFile(join(folder, name))).length).toBeGreaterThan(40);
}

testWith('Python')('all code is valid Python, defines its names and contains no invisible characters', () => {
  const codes = [...reports.values()].flatMap(({ code }) => (code === undefined ? [] : [code]));
  expect(codes.length).toBeGreaterThan(90);
  for (const { unknown } of pythonShapes(codes)) expect(unknown).toEqual([]);
  for (const code of codes) expect(code).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
});

describe('huggingface_hub reports its limits', () => {
  test.each(tasks.map(({ id }) => id))('%s', (id) => {
    for (const place of targets) expect(reportOf(`${id} ${place}`).reason).toBe(limits[id]);
    expect(reportOf(`${id} with parameters`).reason).toBe(limits[id]);
    const method = id.replaceAll('-', '_');
    const unknown = `huggingface_hub cannot send "own_parameter": ${method} does not take it`;
    expect(reportOf(`${id} with an unknown parameter`).reason).toBe(
      limits[id] ?? (takesAll.includes(id) ? undefined : unknown),
    );
  });
});

test('huggingface_hub supports a provider only if it sends the same request format', () => {
  const otherForm = 'huggingface_hub sends fal-ai a different request';
  expect(atFal.map((id) => reportOf(`${id} at fal-ai`).reason)).toEqual([
    otherForm,
    undefined,
    otherForm,
    undefined,
  ]);
});

test.each(clients)('%s requires a model', (client) => {
  expect(reportOf(`${client}: a chat without a model at the Hub`).reason).toBe(
    `${client} always sends a model: pass one with -m`,
  );
});

test.each(clients)('%s reads the token from the environment only if the run sends one', (client) => {
  const code = (name: string) => reportOf(`${client}: ${name}`).code ?? '';
  expect(code('a streamed chat at the Hub')).toContain('api_key=os.environ["HF_TOKEN"]');
  expect(code('a chat at an endpoint with a token at the Hub')).toContain('api_key=os.environ["API_TOKEN"]');
  const withheld = code('a chat at an endpoint at the Hub');
  expect(withheld).not.toContain('os.environ');
  expect(withheld).toMatch(/"authorization": None\b|"Authorization": Omit\(\)/);
});

test('openai reports why it does not support a URL', () => {
  expect(reportOf('openai: a chat at a URL with an unusual query').reason).toBe(
    'openai would change the query of this URL',
  );
});

test('openai code for the Hub is short and never retries', () => {
  const codes = [...reports.values()]
    .filter(({ snippetCase }) => snippetCase.client === 'openai')
    .map(({ code }) => code);
  for (const code of codes) if (code !== undefined) expect(code).toContain('max_retries=0');
  expect(reportOf('openai: a streamed chat at the Hub').code).not.toContain('Omit');
  expect(reportOf('openai: a chat at a provider at the Hub').code).not.toContain('Omit');
});

describe('code run with the libraries sends the request of the run', () => {
  const test = testWith('Python with huggingface_hub, openai, PIL and numpy');
  const written = [...reports.values()].filter(({ code }) => code !== undefined);

  test.each(written.map(({ snippetCase }) => snippetCase.name))('%s', async (name) => {
    const report = reportOf(name);
    expectSameRequest(report);
    const isRefused = report.value === undefined;
    if (!isRefused) await expectAnswer(report);
  });

  test('endpoints receive no OpenAI environment settings', () => {
    const endpointReports = written.filter(
      ({ snippetCase }) => snippetCase.destination?.endpointUrl !== undefined,
    );
    expect(endpointReports.length).toBeGreaterThan(10);
    for (const { ran } of endpointReports) {
      expect(ran?.headers).toHaveLength(1);
      expect(JSON.stringify(ran?.headers)).not.toContain(SECRET_SUFFIX);
    }
  });

  test.each(clients)('%s does not retry after a server error', (client) => {
    for (const place of targets) {
      const { ran } = reportOf(`${client}: a chat at an endpoint that fails ${place}`);
      expect(ran?.posts).toHaveLength(1);
      expect(ran?.error).toContain('Out of order');
    }
  });

  test.each(clients)('%s prints the text of a chat', (client) => {
    for (const place of targets) {
      for (const kind of ['a streamed chat', 'a chat without streaming', 'a chat at an endpoint']) {
        const { value, ran } = reportOf(`${client}: ${kind} ${place}`);
        const { choices } = value as { choices: [{ message: { content: string } }] };
        expect(ran?.stdout.trimEnd()).toBe(choices[0].message.content.trimEnd());
      }
    }
  });
});
