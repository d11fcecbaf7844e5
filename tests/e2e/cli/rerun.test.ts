import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRunLink, readRunFile, type RunFile } from '@tryout/engine';
import { fileHistory } from '@tryout/engine/node';
import { at, failureIn, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerJson, serve } from '../../support/loopback.ts';
import { dataFolderOf } from '../../support/process.ts';
import { inProcessTerminal as inTerminal } from '../../support/in-process-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox' };
const classify = ['run', 'text-classification', 'What a day', ...at(sandbox)];

test('replaces the model and parameters, and finds a run by the beginning of its ID', async () => {
  const folder = temporaryFolder();
  await cli([...classify, '-p', 'top_k=1'], { folder, environment });
  const index = await cli(['rerun', 'last', '--json', ...at(sandbox)], { folder, environment });
  expect(JSON.parse(index.stdout)).toHaveLength(1);
  const { stdout } = await cli(['rerun', 'last', '-p', 'top_k=2', '--json', ...at(sandbox)], {
    folder,
    environment,
  });
  expect(JSON.parse(stdout)).toHaveLength(2);
  const ambiguous = await cli(['rerun', '01', ...at(sandbox)], { folder, environment });
  expect(ambiguous).toMatchObject({ code: 2, stdout: '' });
  expect(ambiguous.stderr).toBe(
    "error: 3 runs in the history start with '01'\nhint: Type more characters of the ID.\n",
  );
});

const models = (...names: string[]) => names.flatMap((name) => ['-m', `sandbox/${name}`]);
const assistants = models('plain-assistant', 'picture-assistant');

test.each([
  ['a run', classify, 1],
  ['a comparison', ['compare', ...classify.slice(1), ...models('vader-sentiment', 'mood-word-count')], 2],
  ['a chat', ['chat', 'Hello', ...models('plain-assistant'), ...at(sandbox)], 1],
  ['a comparison of chats', ['compare', 'chat', 'Hello', ...assistants, ...at(sandbox)], 2],
])(
  '-p replaces and adds parameters of %s, recorded or saved, and keeps the others',
  async (_name, words, count) => {
    const options = { folder: temporaryFolder(), environment };
    const stored = ['-p', 'top_k=1', '-p', 'function_to_apply=none', '--save-run', 'a.run.json'];
    await cli([...words, ...stored], options);
    for (const reference of ['last', 'a.run.json']) {
      sandbox.forget();
      await cli(['rerun', reference, '-p', 'top_k=2', '-p', 'extra=x', ...at(sandbox)], options);
      const runs = sandbox.requests.filter(({ method }) => method === 'POST');
      const bodies = runs.map(
        ({ body }) => JSON.parse(Buffer.from(body).toString()) as { parameters?: object },
      );
      const expected = expect.objectContaining({ top_k: 2, function_to_apply: 'none', extra: 'x' }) as object;
      expect(bodies.map((body) => body.parameters ?? body)).toEqual(Array(count).fill(expected));
    }
  },
);

// Nothing leaves this computer: the proxy refuses the connection.
const offline = { HTTPS_PROXY: 'http://127.0.0.1:1' };

describe('T5: the hub of a run', () => {
  const inSandbox = [
    'run',
    'text-classification',
    'What a day',
    '-m',
    'sandbox/vader-sentiment',
    '--sandbox',
  ];

  test('is recorded and used again, with a note, unless options choose one', async () => {
    const folder = temporaryFolder();
    await cli(inSandbox, { folder });
    const [stored] = JSON.parse((await cli(['history', '--json'], { folder })).stdout) as RunFile[];
    expect(stored).toMatchObject({ hub: 'sandbox' });
    const again = await cli(['rerun', 'last'], { folder, environment: offline });
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('POSITIVE') as string });
    expect(again.stderr).toMatch(/^Using the sandbox, where this run was recorded\./m);
    expect((await cli(['rerun', 'last', '--sandbox'], { folder })).stderr).not.toContain('Using');
    const elsewhere = ['rerun', 'last', '--hub-url', 'https://huggingface.co'];
    const { code, stderr } = await cli(elsewhere, { folder, environment: offline });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^hint: sandbox\/vader-sentiment is a model of the sandbox\. Add --sandbox\.$/m);
    expect(stderr).not.toContain('Using');
  });

  test('is any hub, with its inference URL', async () => {
    const folder = temporaryFolder();
    await cli([...classify, ...at(sandbox)], { folder, environment });
    const { stdout } = await cli(['history', 'show', 'last', '--json'], { folder });
    expect(JSON.parse(stdout)).toMatchObject({ hub: sandbox.hubUrl, inferenceUrl: sandbox.inferenceUrl });
    sandbox.forget();
    const again = await cli(['rerun', 'last'], { folder, environment });
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('Using 127.0.0.1:') as string });
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('of a file or link is not used, but noted', async () => {
    const folder = temporaryFolder();
    await cli([...inSandbox, '--save-run', 'a.run.json', '--no-history'], { folder });
    const file = readFileSync(join(folder, 'a.run.json'), 'utf8');
    sandbox.forget();
    const other = file.replace('"hub": "sandbox"', `"hub": "${sandbox.hubUrl}"`);
    writeFileSync(join(folder, 'b.run.json'), other);
    const link = (await createRunLink(await readRunFile(file, 'a'), 'https://example.org/')).url;
    for (const [name, option] of [
      ['a.run.json', '--sandbox'],
      ['b.run.json', '--hub-url and --inference-url'],
      [link, '--sandbox'],
    ] as const) {
      const { code, stderr } = await cli(['rerun', name], { folder, environment: offline });
      expect(code).toBe(1);
      expect(stderr).toMatch(
        new RegExp(`^This file or link is from .+ Use ${option} to run it there\\.$`, 'm'),
      );
    }
    expect(sandbox.requests).toEqual([]);
    expect((await cli(['rerun', 'a.run.json', '--sandbox'], { folder })).code).toBe(0);
  });

  test.each(['sandbox\n', 'ftp://hub.example', 'javascript:alert(1)', 'https://', 5])(
    'that is %j makes a file invalid',
    async (hub) => {
      const folder = temporaryFolder();
      const run = { tryout: 1, id: '01JZ0000000000000000000000', task: 'translation', hub, inputs: {} };
      writeFileSync(join(folder, 'a.run.json'), JSON.stringify(run));
      const { code, stderr } = await cli(['rerun', 'a.run.json'], { folder });
      expect([code, stderr]).toEqual([2, expect.stringContaining('hub is invalid')]);
    },
  );

  test('of earlier versions is the configured one', async () => {
    const folder = temporaryFolder();
    await cli([...classify, ...at(sandbox)], { folder, environment });
    const { stdout } = await cli(['history', 'export', 'last'], { folder });
    const { hub: _hub, inferenceUrl: _url, ...old } = JSON.parse(stdout) as RunFile;
    const history = fileHistory(join(dataFolderOf(folder), 'history'));
    await history.clear();
    await history.add({ run: old, media: new Map() }, 'POSITIVE');
    const { code, stderr } = await cli(['rerun', 'last', ...at(sandbox)], { folder, environment });
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('Using') as string]);
  });

  test('is used by chat --continue', async () => {
    const folder = temporaryFolder();
    await cli(['chat', 'Hello', '--sandbox'], { folder });
    const { code, stderr } = await cli(['chat', '-c', 'And now?'], { folder, environment: offline });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^Using the sandbox/m)]);
  });
});

test('names the files that are missing', async () => {
  const folder = temporaryFolder();
  const file = { file: 'cat.png', type: 'image/png', bytes: 3, sha256: 'a'.repeat(64) };
  const run = { tryout: 1, id: '01JZ0000000000000000000000', task: 'image-to-text', inputs: { image: file } };
  writeFileSync(join(folder, 'a.run.json'), JSON.stringify(run));
  writeFileSync(join(folder, 'cat.png'), 'dog');
  const { code, stderr } = await cli(['rerun', 'a.run.json', ...at(sandbox)], { folder, environment });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'error: Missing files: cat.png\nhint: Choose them in the picker: tryout open a.run.json\n',
  });
});

test.each([
  ['a foreign file', '{"name":"x"}', 'is not a run file'],
  ['a torn file', '{"tryout":1,"id":"01A', 'JSON'],
  ['a binary file', '\0\0', 'JSON'],
])('%s is exit code 2', async (_name, content, problem) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'a.run.json'), content);
  const words = ['rerun', 'a.run.json', '--json', ...at(sandbox)];
  const { code, stderr } = await cli(words, { folder, environment });
  expect(code).toBe(2);
  const message = expect.stringContaining(problem) as string;
  expect(failureIn(stderr)).toMatchObject({ code: 'INVALID_INPUT', message });
});

describe('the endpoint of a run file', () => {
  /** A run file for an endpoint, as a stranger could send it. */
  async function strangeFile() {
    const server = await serve(answerJson([{ label: 'A', score: 1 }]));
    const folder = temporaryFolder();
    const url = `${server.url}/model`;
    const run = {
      tryout: 1,
      id: '01JZ0000000000000000000000',
      task: 'text-classification',
      endpointUrl: url,
      inputs: { text: 'secret' },
    };
    writeFileSync(join(folder, 'a.run.json'), JSON.stringify(run));
    return { server, folder, url };
  }

  test('gets nothing until it is repeated with --endpoint-url, and then no token', async () => {
    const { server, folder, url } = await strangeFile();
    const refused = await cli(['rerun', 'a.run.json', ...at(sandbox)], { folder, environment });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(`hint: To send the run there, add --endpoint-url ${url}.`);
    expect(server.received).toEqual([]);
    const words = ['rerun', 'a.run.json', '--endpoint-url', url, ...at(sandbox)];
    expect(await cli(words, { folder, environment })).toMatchObject({ code: 0, stdout: 'A\t1\n' });
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    // The run that was sent is your own.
    expect(await cli(['rerun', 'last', ...at(sandbox)], { folder, environment })).toMatchObject({ code: 0 });
  });

  test('is shown in a terminal, which asks', async () => {
    const { server, folder, url } = await strangeFile();
    const words = ['rerun', 'a.run.json', ...at(sandbox)];
    const no = inTerminal(words, { folder, environment, columns: 100 });
    expect(await no.until(/\(y\/N\)/)).toContain(url);
    expect(await no.endBy('enter')).toBe(130);
    expect(server.received).toEqual([]);
    const yes = await inTerminal(words, { folder, environment, columns: 100 }).showing(/\(y\/N\)/);
    yes.type('y');
    expect(await yes.endBy('enter')).toBe(0);
    expect(server.received).toHaveLength(1);
  });
});
