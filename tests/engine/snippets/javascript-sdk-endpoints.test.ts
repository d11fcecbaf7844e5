import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSnippets, fileFromBlob, findDefaultInputs, taskNamed, type Values } from '@tryout/engine';
import { jsonFromPath } from '@tryout/engine/node';
import { beforeEach, expect, test } from 'vitest';
import { connectionAt, requestFor, runRequest } from '../../support/ask.ts';
import { hubModel } from '../../support/fake-hub.ts';
import { sendJson, serve, type LoopbackServer } from '../../support/loopback.ts';
import { isolatedEnvironment, temporaryFolder } from '../../support/process.ts';
import { SECRET_SUFFIX, openaiEnvironment } from './support/openai-environment.ts';
import { runCode } from './support/run-code.ts';
import { normalizeRequest } from './support/normalize-request.ts';

const photo = await readFile(new URL('../../../examples/shapes.png', import.meta.url));

let server: LoopbackServer;

beforeEach(async () => {
  server = await serve(({ url, method }, response) => {
    if (url.startsWith('/api/'))
      return sendJson(response, {
        ...hubModel('o/m', { task: 'visual-question-answering' }),
        widgetData: [{ src: 'examples/..%2fphoto.png', text: 'What?' }],
      });
    if (method === 'GET') return response.writeHead(200, { 'Content-Type': 'image/png' }).end(photo);
    if (!url.includes('/chat/completions')) return sendJson(response, []);
    return sendJson(response, { choices: [{ message: { content: 'Good day.' } }] });
  });
});

/** A connection to a hub on another origin than the server, which sends its token there. */
const sending = () => connectionAt(server.otherUrl, { token: 'hf_sandbox', sendToken: true });

/** The code of one client for a run at the server. */
async function codeFor(client: string, task: string, values: Values, withToken = false) {
  const path = taskNamed(task).conversation ? '/v1/chat/completions' : '/x';
  const destination = { endpointUrl: server.url + path, model: 'a/b' };
  const connection = sending();
  const request = await requestFor(connection, task, destination, values, { stream: false });
  const options = { languages: ['js'], clients: [client], withToken } as const;
  const { snippets, missing } = createSnippets(request, connection, options);
  expect(missing).toEqual([]);
  return snippets[0]!.code;
}

test('openai does not fall back to OPENAI_API_KEY if the token is missing from the environment', async () => {
  const code = await codeFor('openai', 'text-generation', { text: 'x' });
  await runCode('js', code, { folder: temporaryFolder(), environment: openaiEnvironment });
  expect(server.received.map(({ method }) => method)).toEqual(['POST']);
  expect(JSON.stringify(server.received[0]!.headers)).not.toContain(SECRET_SUFFIX);
});

test.each([
  ['/v1//chat/completions', '/v1/chat/completions'],
  ['//chat/completions', '/chat/completions'],
  ['/a//b/v1////chat/completions/', '/a//b/v1/chat/completions/'],
  ['/v1//chat/completions?a=/', '/v1/chat/completions?a=/'],
  ['/x//chat/completions/y', '/x//chat/completions/y'],
])('R16: every client sends a chat for %s to the URL of the run', async (path, url) => {
  const connection = sending();
  const destination = { endpointUrl: server.url + path, model: 'a/b' };
  const request = await requestFor(
    connection,
    'text-generation',
    destination,
    { text: 'x' },
    { stream: false },
  );
  await runRequest(connection, request).catch(() => undefined);
  const { snippets } = createSnippets(request, connection);
  const folder = temporaryFolder();
  for (const { language, code } of snippets) {
    if (language === 'js') await runCode(language, code, { folder });
    else expect(code).toMatch(new RegExp(`${new URL(server.url).host}${url.split('/chat')[0]}["/]`));
  }
  const posts = snippets.filter(({ language }) => language === 'js').length + 1;
  expect(server.received.map((received) => received.url)).toEqual(Array(posts).fill(url));
});

test.each(['huggingface.js', 'openai'])('%s contains the token only if requested', async (client) => {
  expect(await codeFor(client, 'text-generation', { text: 'x' })).not.toContain('hf_');
  const code = await codeFor(client, 'text-generation', { text: 'x' }, true);
  const ended = await runCode('js', code, { folder: temporaryFolder() });
  expect(ended).toMatchObject({ code: 0, stderr: '', stdout: 'Good day.\n' });
  expect(server.received[0]?.headers.authorization).toBe('Bearer hf_sandbox');
});

test('a table is read from its file', async () => {
  const folder = temporaryFolder();
  const path = join(folder, "it's a table.json");
  const [table, changed] = [{ a: ['1', '2'] }, { changed: ['yes'] }];
  await writeFile(path, JSON.stringify(table));
  const values = { query: 'x', table: await jsonFromPath(path) };
  const code = await codeFor('huggingface.js', 'table-question-answering', values);
  for (const held of [table, changed]) {
    await writeFile(path, JSON.stringify(held));
    expect(await runCode('js', code, { folder })).toMatchObject({ code: 0, stderr: '' });
  }
  const bodies = server.received.map(({ body }) => JSON.parse(body.toString()) as unknown);
  expect(bodies).toEqual([table, changed].map((held) => ({ inputs: { query: 'x', table: held } })));
});

test('a file from a pipe is sent whole', async () => {
  const image = { ...fileFromBlob(new Blob([photo]), 'standard input', 'image/png'), path: '-' };
  const folder = temporaryFolder();
  await writeFile(
    join(folder, 'code.mjs'),
    await codeFor('huggingface.js', 'image-classification', { image }),
  );
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

test('an example of the Hub is downloaded to a safe file name and sent like the run', async () => {
  const task = 'visual-question-answering';
  const { values } = await findDefaultInputs(connectionAt(server.url), taskNamed(task), 'o/m');
  const folder = temporaryFolder();
  const code = await codeFor('huggingface.js', task, values);
  expect(await runCode('js', code, { folder })).toMatchObject({ code: 0, stderr: '' });
  expect(await readFile(join(folder, 'tryout-example.png'))).toEqual(photo);
  const post = server.received.find(({ method }) => method === 'POST')!;
  const question = { question: 'What?', image: photo.toString('base64') };
  expect(await normalizeRequest(post)).toMatchObject({ body: { inputs: question } });
});
