import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { at, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { ECHOED_TOKEN, echoingHub, LEAK } from '../../support/echoing-hub.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { sharedMcp, startMcp, startMcpWithoutRoot, type McpServer } from '../../support/mcp.ts';
import { dataFolderOf, isRunning } from '../../support/process.ts';

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));
const token = { HF_TOKEN: ECHOED_TOKEN };

async function end(server: McpServer): Promise<number | null> {
  server.child.stdin.end();
  const code = await server.ended;
  expect(server.problems).toEqual([]);
  return code;
}

describe('hostile arguments', async () => {
  const parent = temporaryFolder();
  const root = join(parent, 'root');
  const second = join(parent, 'second');
  for (const folder of [root, second]) mkdirSync(folder);
  writeFileSync(join(parent, 'secret.txt'), 'SECRET');
  writeFileSync(join(second, 'other.txt'), 'a lovely day');
  cpSync(join(examples, 'hills.jpg'), join(parent, 'secret.jpg'));
  cpSync(join(examples, 'hills.jpg'), join(root, 'hills.jpg'));
  symlinkSync(join(parent, 'secret.jpg'), join(root, 'link.jpg'));
  symlinkSync(parent, join(root, 'up'));
  symlinkSync('loop.jpg', join(root, 'loop.jpg'));
  symlinkSync('/dev/zero', join(root, 'zero.jpg'));
  symlinkSync('hills.jpg', join(root, 'inside.jpg'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(root, 'pipe.jpg')]);
  const server = await sharedMcp(['--sandbox', '--root', root, '--root', second], { folder: parent });
  const image = (path: unknown) =>
    server.call('run', { task: 'image-classification', inputs: { image: path } });

  test.each([
    ['a path that climbs', '../secret.jpg', /outside of/],
    ['a path that climbs later', 'x/../../secret.jpg', /outside of/],
    ['an absolute path', join(parent, 'secret.jpg'), /outside of/],
    ['a file of the system', '/etc/passwd', /outside of/],
    ['a link that leads out', 'link.jpg', /outside of/],
    ['a folder link that leads out', 'up/secret.jpg', /outside of/],
    ['a link to itself', 'loop.jpg', /File not found/],
    ['a link to a device', 'zero.jpg', /outside of/],
    ['a device', '/dev/zero', /outside of/],
    ['a named pipe', 'pipe.jpg', /not a regular file/],
    ['a folder', '.', /is a folder/],
    ['a file URL', `file://${root}/hills.jpg`, /is a URL/],
    ['a web URL', 'https://example.com/a.png', /is a URL/],
    ['a data URL', 'data:image/png;base64,AAAA', /is a URL/],
    ['a NUL byte', 'hills.jpg\0.png', /File not found/],
    ['a home folder', '~/secret.jpg', /File not found/],
    ['a huge path', `${'a/'.repeat(100_000)}b.jpg`, /File not found/],
    ['an unknown example', 'example:../../secret.jpg', /no example file/],
    ['a number', 7, /must be a text/],
    ['an object', { path: 'hills.jpg' }, /must be a text/],
    ['an empty text', '', /is a folder/],
  ])('%s is refused', async (_name, path, message) => {
    const { isError, text } = await image(path);
    expect([isError, text]).toEqual([true, expect.stringMatching(message)]);
    expect(text.length).toBeLessThan(3000);
    expect(text).not.toContain('SECRET');
  });

  test.each([
    ['a text that names a file outside', 'sentiment', { text: '@../secret.txt' }, /outside of/],
    ['a text of 17 MB', 'sentiment', { text: 'x '.repeat(8.5e6) }, /too large/],
    [
      'a table of a million cells',
      'tabular-regression',
      { data: { a: Array(1.1e6).fill('1') } },
      /too many values/,
    ],
    [
      'numbers that have lost digits',
      'tabular-regression',
      { data: { a: [1e300] } },
      /too large to keep its digits/,
    ],
    [
      'a reserved name',
      'sentiment',
      JSON.parse('{"text":"x","__proto__":"y"}') as object,
      /no input '__proto__'/,
    ],
  ])('%s is refused', async (_name, task, inputs, message) => {
    const { isError, text } = await server.call('run', { task, inputs });
    expect([isError, text]).toEqual([true, expect.stringMatching(message)]);
    expect(text).not.toContain('SECRET');
  });

  test('a table nested deeply is refused', async () => {
    const id = 'deep';
    const response = server.expectResponse(id);
    const inputs = `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const params = `{"name":"run","arguments":{"task":"tabular-regression","inputs":${inputs}}}`;
    server.child.stdin.write(`{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":${params}}\n`);
    const { result } = await response;
    expect(JSON.stringify(result)).toContain('nested too deeply');
  });

  test.each([
    [{ task: 'x'.repeat(1e6) }, /task must be a text of 1 to/],
    [{ task: 'sentiment', model: 'http://127.0.0.1:9/model' }, /is not a model page/],
    [{ task: 'sentiment', model: '../../etc/passwd' }, /is not a model ID/],
    [
      { task: 'sentiment', parameters: JSON.parse('{"__proto__":{"x":1}}') as object },
      /Invalid parameter name/,
    ],
    [{ task: 'sentiment', parameters: { inputs: 'y' } }, /part of the request/],
    [
      { task: 'sentiment', parameters: `{"x":${'['.repeat(9000)}${']'.repeat(9000)}}` },
      /parameters is nested too deeply/,
    ],
    [{ task: 'sentiment', endpointUrl: 'http://127.0.0.1:9' }, /Unknown argument 'endpointUrl'/],
  ])('arguments %# are refused', async (more, message) => {
    const { isError, text } = await server.call('run', { inputs: { text: 'x' }, ...more });
    expect([isError, text]).toEqual([true, expect.stringMatching(message)]);
  });

  test('files below every root can be read, and results are saved below the first', async () => {
    for (const path of ['hills.jpg', 'inside.jpg', join(root, 'hills.jpg')])
      expect((await image(path)).isError).toBeUndefined();
    const read = await server.call('run', { task: 'sentiment', inputs: { text: '@other.txt' } });
    expect(read.text).toContain('POSITIVE');
    const { text } = await server.call('run', { task: 'tts', inputs: { text: 'hi' } });
    const { file } = JSON.parse(text) as { file: string };
    expect(file).toMatch(new RegExp(`^${join(root, 'tryout-results')}/tryout-text-to-speech-.*\\.wav$`));
  });

  test('every line of standard output was a valid message', () => {
    expect(server.problems).toEqual([]);
  });
});

test('results are not saved through a link that leads out of the root', async () => {
  const root = temporaryFolder();
  const elsewhere = temporaryFolder();
  symlinkSync(elsewhere, join(root, 'tryout-results'));
  const server = startMcp(['--sandbox'], { folder: root });
  await server.initialize();
  const { text } = await server.call('run', { task: 't2i', inputs: { text: 'a red circle' } });
  expect(text).toMatch(/"file":null.*\n.*tryout-results is not a folder/);
  expect(readdirSync(elsewhere)).toEqual([]);
  await end(server);
});

test.each([
  ['the home folder', (home: string) => home],
  ['the folder above it', (home: string) => dirname(home)],
  ['the root of the system', () => '/'],
])('X32: started in %s, the server reads and saves no file unless it is a --root', async (_name, start) => {
  const home = temporaryFolder();
  writeFileSync(join(home, 'note.txt'), 'SECRET');
  const server = startMcpWithoutRoot(['--sandbox'], { folder: start(home), environment: { HOME: home } });
  const { result } = await server.initialize();
  expect(JSON.stringify(result)).toContain('--root FOLDER');
  const run = (task: string, inputs: object) => server.call('run', { task, inputs });
  expect((await run('sentiment', { text: 'a lovely day' })).text).toContain('POSITIVE');
  for (const inputs of [{ text: '@note.txt' }, { text: join(home, 'note.txt') }])
    expect((await run('sentiment', inputs)).text).toMatch(/may not be read.*--root FOLDER/);
  expect((await run('image-classification', { image: 'note.txt' })).text).toMatch(/--root FOLDER/);
  const picture = await run('t2i', { text: 'a red circle' });
  expect([picture.isError, picture.content.some(({ type }) => type === 'image')]).toEqual([undefined, true]);
  expect(picture.text).toMatch(/"file":null.*\n.*--root FOLDER/);
  expect(readdirSync(home)).toEqual(['note.txt']);
  await end(server);
});

test("X32: a --root never serves Tryout's own folders and token files", async () => {
  const folder = temporaryFolder();
  const secrets = [
    ...['settings/a.txt', 'data/history/x.txt', 'tokens/mine', 'tokens/stored_tokens'],
    ...['hub-home/token', 'hub-home/stored_tokens'],
    ...['.cache/huggingface/token', '.cache/huggingface/stored_tokens'],
  ];
  for (const name of [...secrets, 'mine/a.txt']) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), 'SECRET');
  }
  writeFileSync(join(folder, 'mine', 'a.txt'), 'a lovely day');
  symlinkSync('../settings/a.txt', join(folder, 'mine', 'link.txt'));
  const environment = { TRYOUT_DATA_DIR: join(folder, 'data'), HF_TOKEN_PATH: join(folder, 'tokens/mine') };
  const server = startMcp(['--sandbox'], { folder, environment });
  await server.initialize();
  const run = (text: string) => server.call('run', { task: 'sentiment', inputs: { text } });
  expect((await run('@mine/a.txt')).text).toContain('POSITIVE');
  for (const name of [...secrets, 'mine/link.txt'])
    expect((await run(`@${name}`)).text).toContain('never read');
  await end(server);
});

test('cancellation, --timeout, the end of the input and a killed client end requests', async () => {
  const hub = await fakeHub({
    models: [hubModel('org/slow'), hubModel('org/slower')],
    inference: () => undefined,
  });
  const slow = { task: 'sentiment', model: 'org/slow', inputs: { text: 'x' } };
  const folder = temporaryFolder();
  const server = startMcp([...at(hub), '--timeout', '20'], { folder, environment: token });
  await server.initialize();
  const arrived = async (count: number) => {
    await expect.poll(() => hub.runs().length).toBe(count);
    return hub.runs()[count - 1]!;
  };
  void server.request('tools/call', { name: 'run', arguments: slow }, 'one');
  const first = await arrived(1);
  await server.notify('notifications/cancelled', { requestId: 'one' });
  expect(await first.left).toBe(true);
  const { model: _model, ...both } = { ...slow, models: ['org/slow', 'org/slower'] };
  void server.request('tools/call', { name: 'compare', arguments: both }, 'both');
  await server.notify('notifications/cancelled', { requestId: 'both' });
  void server.request('tools/call', { name: 'run', arguments: slow }, 'two');
  const second = await arrived(2);
  expect(await end(server)).toBe(0);
  expect(hub.runs()).toHaveLength(2);
  expect(await second.left).toBe(true);
  expect(
    readFileSync(join(dataFolderOf(folder), 'history/index.jsonl'), 'utf8').match(/cancelled/g),
  ).toHaveLength(2);

  const hasty = startMcp([...at(hub), '--timeout', '0.5'], { environment: token });
  await hasty.initialize();
  const late = await hasty.call('run', slow);
  expect([late.isError, late.text]).toEqual([true, expect.stringMatching(/0\.5 s.*--timeout/)]);
  const quick = await hasty.call('find_task', { query: 'sentiment' });
  expect(quick.isError).toBeUndefined();
  await end(hasty);

  const orphan = startMcp(at(hub), { hasOwnProcess: true, environment: token });
  await orphan.initialize();
  void orphan.request('tools/call', { name: 'run', arguments: slow });
  const last = await arrived(4);
  // What a killed client leaves behind: closed pipes.
  for (const stream of [orphan.child.stdin, orphan.child.stdout, orphan.child.stderr]) stream.destroy();
  expect(await last.left).toBe(true);
  await expect.poll(() => isRunning(orphan.child.pid!)).toBe(false);
});

test('the token is in no message', async () => {
  const hub = await echoingHub();
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'token.txt'), ECHOED_TOKEN);
  const server = startMcp(at(hub), { folder, environment: token });
  const received: string[] = [];
  server.child.stdout.on('data', (chunk: Buffer) => received.push(chunk.toString()));
  await server.initialize();
  for (const model of ['echo/result', 'echo/error', 'echo/wrong'])
    await server.call('run', { task: 'sentiment', model, inputs: { text: 'x' } });
  for (const model of ['echo/stream', 'echo/cut'])
    await server.call('run', { task: 'chat', model, inputs: { text: 'x' } });
  await server.call('compare', {
    task: 'sentiment',
    models: ['echo/result', 'echo/error'],
    inputs: { text: 'x' },
  });
  await server.call('find_models', { task: 'sentiment' });
  await server.call('describe_task', { task: 'sentiment', model: 'echo/result' });
  await server.call('run', { task: ECHOED_TOKEN, inputs: {} });
  expect(hub.runs().length).toBeGreaterThan(4);
  const sent = hub.runs().length;
  const other = `hf_${'q'.repeat(30)}`;
  const inputs = [
    { text: '@token.txt' },
    { text: `say ${ECHOED_TOKEN}` },
    { text: other },
    { text: 'x', system: other },
  ];
  for (const [index, words] of inputs.entries()) {
    const task = index === 3 ? 'chat' : 'sentiment';
    const model = index === 3 ? 'echo/stream' : 'echo/result';
    const { isError, text } = await server.call('run', { task, model, inputs: words });
    expect([isError, text]).toEqual([true, expect.stringContaining('contains an access token')]);
  }
  const models = ['echo/result', 'echo/error'];
  const compared = await server.call('compare', { task: 'sentiment', models, inputs: { text: other } });
  expect(compared.text).toContain('contains an access token');
  expect(hub.runs().length).toBe(sent);
  await end(server);
  expect(received.join('')).not.toMatch(LEAK);
  expect(server.stderr()).not.toMatch(LEAK);
});

test.each([
  [['--root', '/nonexistent'], 'is not a folder'],
  [['--max-cost', 'much'], "Invalid --max-cost 'much'"],
  [['--max-cost', ''], 'Invalid --max-cost'],
  [['--print-config', 'emacs'], "Unknown client 'emacs'"],
])('%j is refused before anything is served', async (words, message) => {
  const { code, stdout, stderr } = await cli(['mcp', ...words]);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
});
