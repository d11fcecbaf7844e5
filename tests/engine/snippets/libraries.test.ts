import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadParameterSpecs, resultKinds, taskNamed, tasks, type Media, type TaskId } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import type { RunOptions } from '../../support/ask.ts';
import { SECRET_SUFFIX } from './support/openai-environment.ts';
import { pythonWith, testWith } from './support/programs.ts';
import { pythonShapes } from './support/python-shapes.ts';
import { reportsOf, targets, type SnippetCase, type SnippetReport } from './support/reports.ts';
import { runModules } from './support/run-modules.ts';
import { runPython } from './support/run-python.ts';
import { withoutEmptyParameters } from './support/normalize-request.ts';

/** Without these libraries, Python is checked but not run (see `TRYOUT_REQUIRE_PYTHON`). */
const python = pythonWith('huggingface_hub', 'openai', 'PIL', 'numpy');
const billed = { billTo: 'an-organization', flags: ['no-cache', 'wait'] } as const;
const model = 'sandbox/plain-assistant';
const unknown = '{"a b":["\'",null,true]}';

/** Methods of huggingface_hub that accept any parameter; those of huggingface.js do, except with a file. */
const takesAll = ['automatic-speech-recognition', 'image-to-image', 'text-to-image', 'text-to-speech'];

/** Parameters of a task. */
async function parametersOf(id: string, client: string) {
  const few = ['top_k', 'seed', 'threshold', 'normalize', 'multi_label', 'stride'];
  const specs = await loadParameterSpecs(taskNamed(id));
  const chosen = specs.filter(({ name }) => few.includes(name));
  return {
    ...Object.fromEntries(chosen.map(({ name, kind }) => [name, kind === 'boolean' ? 'true' : '3'])),
    ...(client === 'huggingface.js' || takesAll.includes(id) ? { own_parameter: unknown } : {}),
  };
}

const chatParameters = { temperature: '0.5', stop: '["it\'s", "\\"\\"\\"", "${x}", "\\u202e"]' };
const hostileText =
  '`"; process.exit(3) //${process.exit(4)}\\\'\n\r\t\u0000\u0007\u001b[2J\u2028\u202e\ud800 🙂';
const path = '/v1/chat/completions';

/** How a chat is asked for; an endpoint is a path on a foreign host. */
const chats: Readonly<Record<string, Omit<SnippetCase, 'name' | 'task' | 'client'>>> = {
  'a streamed chat': {},
  'a chat without streaming': { options: { stream: false } },
  'a chat for an organization': { options: { stream: false, billTo: 'an-organization' } },
  'a chat with parameters': {
    destination: { model: `${model}:fastest` },
    options: { parameters: chatParameters, ...billed },
  },
  'a chat at a provider': {
    destination: { provider: 'groq' },
    options: { parameters: { ...chatParameters, own_parameter: unknown }, ...billed },
  },
  'a chat without streaming at a provider': {
    destination: { provider: 'groq' },
    options: { stream: false, billTo: 'an-organization' },
  },
  'a chat at hf-inference': { destination: { provider: 'hf-inference' } },
  'a chat without streaming at hf-inference': {
    destination: { provider: 'hf-inference' },
    options: { stream: false },
  },
  'a chat at an endpoint': { destination: { endpointUrl: path } },
  'a chat at an endpoint with a token': { destination: { endpointUrl: path }, sendToken: true },
  'a chat at an endpoint that fails': { destination: { endpointUrl: `/failing${path}` } },
};

const chatCases = (client: string): SnippetCase[] =>
  targets.flatMap((place) =>
    Object.entries(chats).map(([name, { destination, ...more }]) => ({
      ...{ name: `${client}: ${name} ${place}`, task: 'text-generation', client, place, ...more },
      destination: { model, ...destination },
    })),
  );

/** Their runs take seconds, and their code has the form of that of others. */
const dear: readonly TaskId[] = ['document-question-answering', 'image-to-video', 'image-text-to-video'];

async function taskCases(client: string, fal: readonly string[]): Promise<SnippetCase[]> {
  const ids = tasks.map(({ id }) => id).filter((id) => !dear.includes(id));
  const withParameters = ids.map(async (task) => {
    const parameters = await parametersOf(task, client);
    return { name: `${client}: ${task} with parameters`, task, client, options: { parameters, ...billed } };
  });
  return [
    ...ids.map((task) => ({ name: `${client}: ${task}`, task, client })),
    ...(await Promise.all(withParameters)),
    // One task for each form of the code.
    ...['text-classification', 'image-classification', 'text-to-image'].map((task) => ({
      ...{ name: `${client}: ${task} at the sandbox`, task, client, place: 'at the sandbox' as const },
    })),
    ...fal.map((task) => ({
      ...{ name: `${client}: ${task} at fal-ai`, task, client, destination: { provider: 'fal-ai' } },
      options: { billTo: 'an-organization' },
    })),
    {
      ...{ name: `${client}: a foreign endpoint`, task: 'token-classification', client },
      destination: { endpointUrl: '/classify' },
    },
  ];
}

const query = { endpointUrl: `${path}?api-version=2024-10-21&b=1` };
const unusual = { model, endpointUrl: `${path}?a=1&a=2` };
const chat = { task: 'text-generation', client: 'openai' };

const javascript = await reportsOf(
  'js',
  [
    ...(await taskCases('huggingface.js', ['automatic-speech-recognition', 'text-to-image'])),
    ...chatCases('huggingface.js'),
    ...chatCases('openai'),
    ...['huggingface.js', 'openai'].map((client) => ({
      ...{ name: `${client}: a hostile text`, task: 'text-generation', client, destination: { model } },
      ...{ values: { text: hostileText }, options: { stream: false } },
    })),
    { ...chat, name: 'openai: an endpoint with a query', destination: { model, ...query } },
    { ...chat, name: 'openai: an endpoint without a model', destination: { endpointUrl: path } },
  ],
  runModules,
);

const keywords: RunOptions = {
  parameters: { class: '1', True: '1', __debug__: '1', Own: '1', 'a b': '1' },
};

const pythonReports = await reportsOf(
  'python',
  [
    ...(await taskCases('huggingface_hub', takesAll)),
    ...['huggingface_hub', 'openai'].flatMap((client) => [
      ...chatCases(client),
      { ...chat, client, name: `${client}: an endpoint with a query`, destination: { model, ...query } },
      { ...chat, client, name: `${client}: no model`, destination: { endpointUrl: path } },
    ]),
    { ...chat, name: 'openai: an unusual query', destination: unusual },
    { name: 'keywords', task: 'image-to-image', client: 'huggingface_hub', options: keywords },
  ],
  python === undefined ? undefined : (...given) => runPython(python, ...given),
);

/** Other requests of a library: the metadata of a model, the status of a provider's job, and its output file. */
const expectedRequests =
  /^GET \/(api\/models\/[^?]*\?expand\[\]=inferenceProviderMapping|inference\/fal-ai\/.*|files\/.*)$/;

/** The code posted exactly what the run sent, once, and printed the answer or saved its media. */
async function expectSame({ snippetCase, folder, ran, sent, value }: SnippetReport): Promise<void> {
  expect(ran?.posts.map(withoutEmptyParameters), ran?.error).toEqual([sent]);
  // An endpoint receives no settings for OpenAI of the environment.
  if (snippetCase.destination?.endpointUrl !== undefined)
    expect(JSON.stringify(ran?.headers)).not.toContain(SECRET_SUFFIX);
  for (const asked of ran?.others ?? []) expect(asked).toMatch(expectedRequests);
  if (value === undefined || (value as readonly unknown[]).length === 0) return;
  expect(ran?.error).toBeUndefined();
  const { kind } = taskNamed(snippetCase.task).result;
  const { media, entry } = resultKinds[kind];
  const saved = (await readdir(folder)).filter((name) => /^output(-\d+)?\.(wav|png|mp4)$/.test(name));
  if (media === undefined && entry === undefined) return expect(ran?.stdout.trim()).not.toBe('');
  const files = await Promise.all(saved.map((name) => readFile(join(folder, name), 'base64')));
  const parts = value as readonly { blob?: string; mask?: string }[];
  const expected =
    entry === undefined
      ? [Buffer.from((value as Media).bytes).toString('base64')]
      : parts.map(({ blob, mask }) => blob ?? mask);
  // Pillow encodes pictures again.
  if (snippetCase.client === 'huggingface_hub') return expect(files).toHaveLength(expected.length);
  expect(files.sort()).toEqual(expected.sort());
}

function contentOf(value: unknown): string {
  const { choices } = value as { choices: [{ message: { content: string } }] };
  return choices[0].message.content.trimEnd();
}

/** A chat is printed; a server error is not tried again. */
function expectChat({ ran, value }: SnippetReport): void {
  if (value === undefined) expect(ran?.error).toContain('Out of order');
  else expect(ran?.stdout.trimEnd()).toBe(contentOf(value));
}

describe.each([
  ['JavaScript', javascript, test],
  [
    'Python',
    pythonReports,
    python === undefined ? testWith('Python with huggingface_hub, openai, PIL and numpy') : test,
  ],
] as const)('%s', (_language, reports, runTest) => {
  const written = [...reports.values()].filter(({ code }) => code !== undefined);

  runTest.each(written.map((report) => [report.snippetCase.name, report] as const))(
    '%s',
    async (_name, report) => {
      await expectSame(report);
      if (report.snippetCase.task === 'text-generation') expectChat(report);
    },
  );

  test('no code contains invisible characters', () => {
    expect(written.length).toBeGreaterThan(70);
    for (const { code } of written) expect(code).not.toMatch(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/u);
  });
});

test('a stream is printed as it arrives', () => {
  for (const client of ['huggingface.js', 'openai']) {
    expect(javascript.get(`${client}: a streamed chat at the Hub`)?.ran?.writes).toBeGreaterThan(3);
    expect(javascript.get(`${client}: a chat without streaming at the Hub`)?.ran?.writes).toBe(1);
  }
});

test('huggingface.js needs no URL for the Hub', () => {
  for (const { snippetCase, code = '' } of javascript.values()) {
    if (snippetCase.client !== 'huggingface.js' || snippetCase.destination?.endpointUrl) continue;
    expect(code.includes('endpointUrl')).toBe(code !== '' && snippetCase.place === 'at the sandbox');
  }
});

testWith('Python')('Python code is valid and defines its names', () => {
  const codes = [...pythonReports.values()].flatMap(({ code }) => (code === undefined ? [] : [code]));
  for (const { unknown: names } of pythonShapes(codes)) expect(names).toEqual([]);
});

test('huggingface_hub supports a provider only if it sends the same request format', () => {
  const otherForm = 'huggingface_hub sends fal-ai a different request';
  expect(takesAll.map((id) => pythonReports.get(`huggingface_hub: ${id} at fal-ai`)?.reason)).toEqual([
    otherForm,
    undefined,
    otherForm,
    undefined,
  ]);
});

test.each(['huggingface_hub', 'openai'])('Python: %s requires a model', (client) => {
  expect(pythonReports.get(`${client}: no model`)?.reason).toBe(
    `${client} always sends a model: pass one with -m`,
  );
});

test.each(['huggingface_hub', 'openai'])(
  'Python: %s reads the token from the environment only if the run sends one',
  (client) => {
    const code = (name: string) => pythonReports.get(`${client}: ${name}`)?.code ?? '';
    expect(code('a streamed chat at the Hub')).toContain('api_key=os.environ["HF_TOKEN"]');
    expect(code('a chat at an endpoint with a token at the Hub')).toContain(
      'api_key=os.environ["API_TOKEN"]',
    );
    const withheld = code('a chat at an endpoint at the Hub');
    expect(withheld).not.toContain('os.environ');
    expect(withheld).toMatch(/"authorization": None\b|"Authorization": Omit\(\)/);
  },
);

test('Python: openai never retries, and reports URLs that it would change', () => {
  expect(pythonReports.get('openai: an unusual query')?.reason).toBe(
    'openai would change the query of this URL',
  );
  for (const { snippetCase, code } of pythonReports.values())
    if (snippetCase.client === 'openai' && code !== undefined) expect(code).toContain('max_retries=0');
  for (const name of ['a streamed chat', 'a chat at a provider'])
    expect(pythonReports.get(`openai: ${name} at the Hub`)?.code).not.toContain('Omit');
});

test('huggingface_hub takes only parameters of its method, and names that are no keywords', async () => {
  const reason = 'huggingface_hub cannot send "own_parameter": fill_mask does not take it';
  const parameters = { own_parameter: '1' };
  const one = { name: 'x', task: 'fill-mask', client: 'huggingface_hub', options: { parameters } };
  const reports = await reportsOf('python', [one], undefined);
  expect(reports.get('x')?.reason).toBe(reason);
  expect(pythonReports.get('keywords')?.code).toBeDefined();
});
