import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildRequest,
  findRoute,
  languages,
  snippetClients,
  createSnippets,
  taskNamed,
  type Place,
  type PlannedRun,
  type Snippet,
  type SnippetOptions,
  type Values,
} from '@tryout/engine';
import { fileFromPath } from '@tryout/engine/node';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '@tryout/engine';
import { connectionTo } from '../../support/ask.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { at, failureIn, temporaryFolder, type CliOptions } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { programsOf, testWith } from '../../engine/snippets/support/programs.ts';
import { runCode } from '../../engine/snippets/support/run-code.ts';

const sandbox = await recordingSandbox();
const connection = connectionTo(sandbox);
const environment = { HF_TOKEN: 'hf_sandbox' };
const photo = new URL('../../../examples/shapes.png', import.meta.url).pathname;

beforeEach(() => sandbox.forget());

const snippet = (words: readonly string[], options: CliOptions = {}) =>
  cli(['snippet', ...words, ...at(sandbox)], { environment, ...options });

/** Requests to run a model. A snippet sends none. */
const runs = () => sandbox.requests.filter(({ method }) => method === 'POST');

async function expectedSnippets(
  task: string,
  values: Values,
  { place = {}, run = {}, ...options }: SnippetOptions & { place?: Place; run?: Partial<PlannedRun> } = {},
): Promise<readonly Snippet[]> {
  const known = taskNamed(task);
  const route = await findRoute(connection, known, place);
  return createSnippets(await buildRequest(known, route, values, run), connection, options).snippets;
}

const chat = ['text-generation', 'Hello!', '-m', 'sandbox/plain-assistant'];

describe('--json prints the snippets of the engine without running a model', () => {
  test('for all languages and clients', async () => {
    const { code, stdout, stderr } = await snippet(['text-classification', 'what a day', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(await expectedSnippets('text-classification', { text: 'what a day' }));
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ language: 'curl', client: 'curl' }));
    // A note explains what is omitted.
    expect(stderr).toMatch(/^openai .+\.$/m);
    expect(runs()).toEqual([]);
  });

  test('for a chat with parameters, --bill-to and --no-stream', async () => {
    const more = ['-p', 'temperature=0.5', '--bill-to', 'acme', '--no-stream', '--json'];
    const { stdout } = await snippet([...chat, ...more]);
    const run = {
      stream: false,
      billTo: 'acme',
      parameters: [{ name: 'temperature', place: 'body', value: 0.5 }] as const,
    };
    const place = { model: 'sandbox/plain-assistant' };
    expect(JSON.parse(stdout)).toEqual(
      await expectedSnippets('text-generation', { text: 'Hello!' }, { place, run }),
    );
    expect(stdout).toContain('X-HF-Bill-To: acme');
  });

  test('for a streaming chat by default, even with --json', async () => {
    const { stdout } = await snippet([...chat, '--json', '--lang', 'curl']);
    const place = { model: 'sandbox/plain-assistant' };
    const options = { place, languages: ['curl'] as const };
    expect(JSON.parse(stdout)).toEqual(
      await expectedSnippets('text-generation', { text: 'Hello!' }, options),
    );
  });

  test('with the path of a file as typed', async () => {
    const { stdout } = await snippet(['image-classification', photo, '--json']);
    const image = await fileFromPath(photo, 'image');
    expect(JSON.parse(stdout)).toEqual(await expectedSnippets('image-classification', { image }));
    expect(stdout).toContain(photo);
  });

  test('--client all is the default', async () => {
    const [all, none] = await Promise.all([
      snippet([...chat, '--json', '--client', 'all']),
      snippet([...chat, '--json']),
    ]);
    expect(all).toEqual(none);
  });

  test.each(Object.keys(languages))('--lang %s', async (language) => {
    const { stdout } = await snippet([...chat, '--json', '--lang', language]);
    const found = new Set((JSON.parse(stdout) as Snippet[]).map((one) => one.language));
    expect([...found]).toEqual([language]);
  });

  test.each([...new Set(snippetClients.map(({ id }) => id))])('--client %s', async (client) => {
    const { stdout } = await snippet([...chat, '--json', '--client', client]);
    const found = (JSON.parse(stdout) as Snippet[]).map((one) => [one.language, one.client]);
    expect(found).toEqual(
      snippetClients.filter(({ id }) => id === client).map(({ language, id }) => [language, id]),
    );
  });
});

describe('code', () => {
  test('has a heading comment for each of several snippets', async () => {
    const { stdout } = await snippet([...chat]);
    const pieces = await expectedSnippets(
      'text-generation',
      { text: 'Hello!' },
      {
        place: { model: 'sandbox/plain-assistant' },
      },
    );
    expect(pieces.length).toBeGreaterThan(3);
    for (const { code } of pieces) expect(stdout).toContain(code);
    const headings = stdout.split('\n').filter((line) => /^(#|\/\/) (curl$|.+ with )/.test(line));
    expect(headings).toHaveLength(pieces.length);
    expect(headings[0]).toBe('# curl');
    expect(headings).toContain('# Python with requests (pip install requests)');
    expect(headings).toContain('// JavaScript with fetch');
  });

  describe.each([
    ['curl', ['--lang', 'curl'], programsOf.curl],
    ['js', ['--client', 'fetch'], programsOf.fetch],
    ['python', ['--lang', 'python', '--client', 'requests'], programsOf.requests],
  ] as const)('in %s', (language, choice, needed) => {
    testWith(...needed)('has no heading for a single snippet, and runs', async () => {
      const folder = temporaryFolder();
      const text = 'Paris is the [MASK] of "France" $(touch owned) `touch owned`\n';
      writeFileSync(join(folder, "it's.txt"), text);
      const { code, stdout } = await snippet(['fill-mask', "it's.txt", ...choice], { folder });
      expect(code).toBe(0);
      sandbox.forget();
      const ran = await runCode(language, stdout, { folder, alone: true });
      expect(ran).toMatchObject({ code: 0, stdout: expect.stringMatching(/token_str/) as string });
      const bodies = runs().map(({ body }) => JSON.parse(Buffer.from(body).toString()) as unknown);
      expect(bodies).toEqual([{ inputs: text }]);
      expect(existsSync(join(folder, 'owned'))).toBe(false);
    });
  });

  test('contains no control characters from the inputs (F1)', async () => {
    const hostile = 'a\u001b]0;owned\u0007\u202eb\u200bc\u009bd';
    for (const more of [[], ['--json']]) {
      const { code, stdout } = await snippet(['text-classification', '--text', hostile, ...more]);
      expect(code).toBe(0);
      expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    }
  });
});

describe('exits with 2 before any request to a model for invalid arguments', () => {
  const cases: [words: string[], code: ErrorCode, mention: string, hint?: string][] = [
    [[], 'USAGE', '<task>'],
    [['fill-mask', 'x', '--lang', 'java'], 'USAGE', "'java'", 'Choose one of curl, python, js, all.'],
    [['fill-mask', 'x', '--lang', 'python', '--client', 'fetch'], 'USAGE', 'Python'],
    [['fill-mask', 'x', '--lang', 'Python'], 'USAGE', "'Python'", 'Did you mean python?'],
    [['fill-mask', 'x', '--client', 'requets'], 'USAGE', "'requets'", 'Did you mean requests?'],
    [['fill-mask', 'x', '--client', ''], 'USAGE', '--client'],
    [['fill-mask', 'x', '--client', 'curl', '--client', 'fetch'], 'USAGE', '--client'],
    [['question-answering', 'What?'], 'MISSING_INPUT', '--context'],
    [['fill-mask', '--image', photo], 'INVALID_INPUT', '--image'],
    [['fill-mask', 'x', '-p', 'top_k=many'], 'INVALID_INPUT', 'top_k'],
    [['fill-mask', 'x', '-m', '../etc'], 'INVALID_INPUT', "'../etc'"],
    [['text-to-speach', 'x'], 'UNKNOWN_TASK', "'text-to-speach'", expect.stringContaining('text-to-speech')],
  ];
  test.each(cases)('%j', async (words, code, mention, hint = expect.stringMatching(/./) as string) => {
    const ended = await snippet([...words, '--json']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    const message = expect.stringContaining(mention) as string;
    expect(failureIn(ended.stderr)).toMatchObject({ code, message, hint });
    expect(runs()).toEqual([]);
  });

  test('explains why a client does not support the task', async () => {
    const { code, stdout, stderr } = await snippet([
      'fill-mask',
      'x [MASK]',
      '--client',
      'openai',
      '--lang',
      'js',
    ]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: openai .+\nhint: .+\n$/);
    const json = await snippet(['fill-mask', 'x [MASK]', '--client', 'openai', '--lang', 'js', '--json']);
    expect(json).toMatchObject({ code: 2, stdout: '' });
    expect(JSON.parse(json.stderr)).toMatchObject({
      error: { message: expect.stringMatching(/^openai /) as string },
    });
  });
});

test('the help lists languages and clients, and the inputs and parameters of a task', async () => {
  const [help, task, same] = await Promise.all([
    cli(['snippet', '--help']),
    cli(['snippet', 'question-answering', '--help']),
    cli(['help', 'snippet', 'question-answering']),
  ]);
  const flat = help.stdout.replace(/\s+/g, ' ');
  expect(flat).toContain('one of curl, python, js, all (default)');
  for (const { id } of snippetClients) expect(flat).toContain(` ${id},`);
  expect(task.stdout).toMatch(/^Usage: tryout snippet question-answering <question> <context> \[options\]/);
  expect(task.stdout).not.toMatch(/--image/);
  expect(task.stdout).toMatch(/\n {2}max_answer_len=<integer>\n/);
  expect(same).toEqual(task);
});
