import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  buildRequest,
  fileFromBlob,
  findRoute,
  rememberJsonFile,
  run,
  createSnippets,
  taskNamed,
  valuesFromExample,
  type Connection,
  type Destination,
  type RunOptions,
  type SnippetOptions,
  type TaskId,
  type Values,
} from '@tryout/engine';
import { beforeEach, expect, test } from 'vitest';
import { connectionAt } from '../../support/ask.ts';
import { sendJson, serve, type LoopbackServer } from '../../support/loopback.ts';
import { isolatedEnvironment, temporaryFolder } from '../../support/process.ts';
import { sendOddStream } from './support/odd-stream.ts';
import { SECRET_SUFFIX, openaiEnvironment } from './support/openai-environment.ts';
import { runCode } from './support/run-code.ts';
import { normalizeRequest } from './support/normalize-request.ts';

/** Keys in the environment that no snippet may send unless requested. */
const secrets = {
  ...openaiEnvironment,
  HF_TOKEN: `hf_${SECRET_SUFFIX}`,
  API_TOKEN: SECRET_SUFFIX,
};

const photo = await readFile(new URL('../../../examples/shapes.png', import.meta.url));

let server: LoopbackServer;
/** A hub on another origin than the server. */
let connection: Connection;

beforeEach(async () => {
  server = await serve(({ url, method }, response) => {
    if (method === 'GET') return response.writeHead(200, { 'Content-Type': 'image/png' }).end(photo);
    if (url.startsWith('/failing/')) return sendJson(response, { error: 'Out of order.' }, 500);
    if (url.startsWith('/odd/')) return sendOddStream(response);
    if (!url.includes('/chat/completions')) return sendJson(response, []);
    return sendJson(response, { choices: [{ message: { content: 'Good day.' } }] });
  });
  connection = connectionAt(server.otherUrl, { token: 'hf_sandbox' });
});

interface Asked {
  readonly task: TaskId;
  readonly client: string;
  readonly values?: Values;
  readonly destination?: Destination;
  readonly options?: RunOptions;
  readonly connection?: Connection;
  readonly snippet?: SnippetOptions;
}

async function codeFor({ task, client, values, destination, options, snippet, ...more }: Asked) {
  const at = more.connection ?? connection;
  const path = taskNamed(task).conversation ? '/v1/chat/completions' : '/x';
  const route = await findRoute(at, taskNamed(task), { endpointUrl: server.url + path, ...destination });
  const input = values ?? { text: 'x' };
  const request = await buildRequest(taskNamed(task), route, input, { stream: false, ...options });
  const found = createSnippets(request, at, { languages: ['js'], clients: [client], ...snippet });
  expect(found.missing).toEqual([]);
  return found.snippets[0]?.code ?? '';
}

async function runOf(asked: Asked, environment: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  const ended = await runCode('js', await codeFor(asked), { folder, environment });
  return { ended, folder, post: server.received.find(({ method }) => method === 'POST') };
}

const chat = { task: 'text-generation', destination: { model: 'a/b' } } as const;

test.each([
  ['huggingface.js', chat],
  ['huggingface.js', { task: 'token-classification' }],
  ['openai', chat],
] as const)(
  '%s sends neither a token nor a key from the environment to a foreign endpoint',
  async (client, asked) => {
    const { ended, post } = await runOf({ client, ...asked }, secrets);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(post).toBeDefined();
    expect(JSON.stringify(post?.headers)).not.toContain(SECRET_SUFFIX);
    expect(post?.headers.authorization).toBeUndefined();
  },
);

test.each([
  ['huggingface.js', chat],
  ['huggingface.js', { task: 'token-classification' }],
  ['openai', chat],
] as const)('%s sends a token to a foreign endpoint if requested', async (client, asked) => {
  const sending = { ...connection, sendToken: true };
  const environment = { ...secrets, API_TOKEN: 'a token' };
  const { ended, post } = await runOf({ client, ...asked, connection: sending }, environment);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(post?.headers.authorization).toBe('Bearer a token');
  expect(JSON.stringify(post?.headers)).not.toContain(SECRET_SUFFIX);
});

test('openai does not fall back to OPENAI_API_KEY if the token is missing from the environment', async () => {
  const sending = { ...connection, sendToken: true };
  const { post } = await runOf({ client: 'openai', ...chat, connection: sending }, openaiEnvironment);
  expect(post).toBeDefined();
  expect(JSON.stringify(post?.headers)).not.toContain(SECRET_SUFFIX);
});

test.each([
  ['/v1//chat/completions', '/v1/chat/completions'],
  ['//chat/completions', '/chat/completions'],
  ['/a//b/v1////chat/completions/', '/a//b/v1/chat/completions/'],
  ['/v1//chat/completions?a=/', '/v1/chat/completions?a=/'],
  ['/x//chat/completions/y', '/x//chat/completions/y'],
])('R16: every client sends a chat for %s to the URL of the run', async (path, url) => {
  const endpointUrl = server.url + path;
  const route = await findRoute(connection, taskNamed('text-generation'), { endpointUrl, model: 'a/b' });
  const request = await buildRequest(taskNamed('text-generation'), route, { text: 'x' }, { stream: false });
  await run(connection, request).catch(() => undefined);
  const { snippets } = createSnippets(request, connection);
  const folder = temporaryFolder();
  for (const { language, code } of snippets) {
    if (language === 'js') await runCode(language, code, { folder });
    else expect(code).toMatch(new RegExp(`${new URL(server.url).host}${url.split('/chat')[0]}["/]`));
  }
  const posts = snippets.filter(({ language }) => language === 'js').length + 1;
  expect(server.received.map((received) => received.url)).toEqual(Array(posts).fill(url));
});

test.each(['huggingface.js', 'openai'])('%s does not retry after a server error', async (client) => {
  const endpointUrl = `${server.url}/failing/v1/chat/completions`;
  for (const stream of [false, true]) {
    server.received.splice(0);
    const destination = { ...chat.destination, endpointUrl };
    const { ended } = await runOf({ client, ...chat, destination, options: { stream } });
    expect(ended.stderr).toContain('Out of order');
    expect(server.received).toHaveLength(1);
  }
});

test.each(['huggingface.js', 'openai'])('%s prints only the first choice of a stream', async (client) => {
  const endpointUrl = `${server.url}/odd/v1/chat/completions`;
  const destination = { ...chat.destination, endpointUrl };
  const { ended } = await runOf({ client, ...chat, destination, options: { stream: true } });
  expect(ended).toMatchObject({ code: 0, stderr: '', stdout: 'A tree.\n' });
});

test('sends a parameter named stream if the request is not a chat', async () => {
  const parameters = [{ name: 'stream', place: 'body', value: true }] as const;
  const { post } = await runOf({
    client: 'huggingface.js',
    task: 'token-classification',
    options: { parameters },
  });
  expect(JSON.parse(post?.body.toString() ?? '')).toEqual({ inputs: 'x', stream: true });
});

test.each(['huggingface.js', 'openai'])('%s contains the token only if requested', async (client) => {
  const sending = { ...connection, sendToken: true };
  expect(await codeFor({ client, ...chat, connection: sending })).not.toContain('hf_');
  const snippet = { withToken: true };
  const { ended, post } = await runOf({ client, ...chat, connection: sending, snippet });
  expect(ended).toMatchObject({ code: 0, stderr: '', stdout: 'Good day.\n' });
  expect(post?.headers.authorization).toBe('Bearer hf_sandbox');
});

test('openai sends no model to an endpoint if the run sends none', async () => {
  const { ended, post } = await runOf({ client: 'openai', task: 'text-generation' });
  expect(ended).toMatchObject({ code: 0, stderr: '', stdout: 'Good day.\n' });
  expect(JSON.parse(post?.body.toString() ?? '')).toEqual({
    messages: [{ role: 'user', content: 'x' }],
    max_tokens: 500,
    stream: false,
  });
});

test('openai keeps the query of an endpoint URL', async () => {
  const endpointUrl = `${server.url}/v1/chat/completions?api-version=2024-10-21&b=1`;
  const { ended, post } = await runOf({ client: 'openai', ...chat, destination: { endpointUrl } });
  expect(ended).toMatchObject({ code: 0, stderr: '', stdout: 'Good day.\n' });
  expect(server.url + post?.url).toBe(endpointUrl);
});

test('reads a table from its file', async () => {
  const table = { a: ['1', '2'] };
  const changed = { changed: ['yes'] };
  rememberJsonFile(table, "it's a table.json");
  const values = { query: 'x', table };
  const code = await codeFor({ client: 'huggingface.js', task: 'table-question-answering', values });
  const folder = temporaryFolder();
  for (const held of [table, changed]) {
    await writeFile(join(folder, "it's a table.json"), JSON.stringify(held));
    expect(await runCode('js', code, { folder })).toMatchObject({ code: 0, stderr: '' });
  }
  const bodies = server.received.map(({ body }) => JSON.parse(body.toString()) as unknown);
  expect(bodies).toEqual([{ inputs: values }, { inputs: { query: 'x', table: changed } }]);
});

test('sends a complete file from a pipe', async () => {
  const image = { ...fileFromBlob(new Blob([photo]), 'standard input', 'image/png'), path: '-' };
  const code = await codeFor({ client: 'huggingface.js', task: 'image-classification', values: { image } });
  const folder = temporaryFolder();
  await writeFile(join(folder, 'code.mjs'), code);
  await symlink(
    fileURLToPath(new URL('../../../node_modules', import.meta.url)),
    join(folder, 'node_modules'),
  );
  await writeFile(join(folder, 'photo.png'), photo);
  const pipe = ['-c', 'cat photo.png | "$0" code.mjs', process.execPath];
  const child = spawn('sh', pipe, { cwd: folder, env: isolatedEnvironment(folder) });
  expect(await once(child, 'close')).toEqual([0, null]);
  const { headers, body } = await server.first();
  expect(headers['content-type']).toBe('image/png');
  expect(body).toEqual(photo);
});

test('downloads a Hub example to a safe file name and sends it like the run', async () => {
  const task = 'visual-question-answering';
  const hub = connectionAt(server.url);
  const values = await valuesFromExample(hub, taskNamed(task), {
    src: 'examples/..%2fphoto.png',
    text: 'What?',
  });
  const { ended, folder, post } = await runOf({ client: 'huggingface.js', task, values });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(await readFile(join(folder, 'tryout-example.png'))).toEqual(photo);
  const question = { question: 'What?', image: photo.toString('base64') };
  expect(post && (await normalizeRequest(post))).toMatchObject({ body: { inputs: question } });
});
