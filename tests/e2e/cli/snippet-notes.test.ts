import { taskNamed, valuesFromExample, fetchModelExamples } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { canary, connectionTo } from '../../support/ask.ts';
import { at, temporaryFolder, type CliOptions } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerJson, serve } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { programsOf, testWith } from '../../engine/snippets/support/programs.ts';
import { runCode } from '../../engine/snippets/support/run-code.ts';

/** A model of a provider. */
const served = (id: string, task: string, provider: string, providerId = id) => ({
  id,
  pipeline_tag: task,
  inferenceProviderMapping: [{ provider, hfModelId: id, providerId, status: 'live' as const, task }],
});
const sandbox = await recordingSandbox({
  listing: [
    served('acme/no-examples', 'image-classification', 'hf-inference'),
    served('acme/queued', 'text-to-image', 'fal-ai', 'fal-ai/queued'),
  ],
});
const environment = { HF_TOKEN: 'hf_sandbox' };

const snippet = (words: readonly string[], options: CliOptions = {}) =>
  cli(['snippet', ...words, ...at(sandbox)], { environment, ...options });

describe('without inputs the code uses an example', () => {
  test('of the model, with a note but for --quiet', async () => {
    const { code, stdout, stderr } = await snippet(['text-classification', '--client', 'fetch']);
    const {
      examples: [example = {}],
    } = await fetchModelExamples(connectionTo(sandbox), 'sandbox/vader-sentiment');
    const task = taskNamed('text-classification');
    const { text } = await valuesFromExample(connectionTo(sandbox), task, example);
    const note = 'No inputs given: the code uses the example of sandbox/vader-sentiment.\n';
    expect({ code, stderr }).toEqual({ code: 0, stderr: note });
    expect(stdout).toContain(text);
    const quiet = await snippet(['text-classification', '--client', 'fetch', '-q']);
    expect(quiet).toMatchObject({ code: 0, stdout, stderr: '' });
  });

  testWith(...programsOf.curl)('with a file that the code downloads', async () => {
    const folder = temporaryFolder();
    const { stdout, stderr } = await snippet(['image-classification', '--lang', 'curl'], { folder });
    expect(stderr).not.toMatch(/of your own/);
    const result = { code: 0, stdout: expect.stringMatching(/"label"/) as string };
    expect(await runCode('curl', stdout, { folder })).toMatchObject(result);
  });

  test('S15: that there is none if the task has only a file, with a placeholder for it', async () => {
    const words = ['image-classification', '-m', 'acme/no-examples', '--client', 'requests'];
    const { code, stdout, stderr } = await snippet(words);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^No input example has been defined for this model task\.$/m);
    const [, name = ''] = /^(\S+) is a placeholder/m.exec(stderr) ?? [];
    expect(stdout).toContain(`"${name}"`);
  });
});

describe('the token (F14)', () => {
  const words = ['text-classification', 'x', '--lang', 'curl'];

  test('is read from a variable, with a note if it is not set', async () => {
    const folder = temporaryFolder();
    await cli(['login', '--token-stdin', ...at(sandbox)], { folder, input: canary });
    const { stdout, stderr } = await cli(['snippet', ...words, ...at(sandbox)], { folder });
    expect(stdout).toContain('$HF_TOKEN');
    expect(stderr).toBe('The code reads your token from HF_TOKEN, which is not set here.\n');
    expect(await snippet(words)).toMatchObject({ stdout, stderr: '' });
  });

  const addIt = 'The code sends no token to HOST. Add --send-token to include it.\n';
  const open = 'http://example.com/x';

  test.each<[what: string, words: readonly string[], code: RegExp, stderr: string]>([
    ['not sent to a foreign endpoint', [], /^(?![^]*(?:Authorization|TOKEN))/, addIt],
    [
      'read from another variable with --send-token',
      ['--send-token'],
      /\$API_TOKEN/,
      'The code reads your token from API_TOKEN, which is not set here.\n',
    ],
    ['not written with --with-token alone', ['--with-token'], /^(?![^]*Authorization)/, addIt],
    [
      'never sent over http://',
      ['--endpoint-url', open],
      /^(?![^]*Authorization)/,
      'The code sends no token to example.com: it would be readable over http://.\n',
    ],
  ])('is %s', async (_what, more, code, stderr) => {
    const server = await serve(answerJson([]));
    const endpoint = more.includes(open) ? [] : ['--endpoint-url', server.url];
    const ended = await cli(['snippet', ...words, ...endpoint, ...more], { environment });
    expect(ended.stdout).toMatch(code);
    expect(ended.stderr).toBe(stderr.replace('HOST', new URL(server.url).host));
    expect(server.received).toEqual([]);
  });

  test('is a placeholder if you are not signed in', async () => {
    const { code, stdout, stderr } = await snippet(words, { environment: {} });
    expect(code).toBe(0);
    expect(stdout).toContain('Bearer {API_TOKEN}');
    expect(stderr).toBe('You are not signed in: replace {API_TOKEN} with your token.\n');
  });

  test('is in the code only with --with-token', async () => {
    const given = { environment: { HF_TOKEN: canary } };
    const { stdout, stderr } = await snippet([...words, '--with-token', '--debug'], given);
    expect(stdout).toContain(`Bearer ${canary}`);
    expect(stderr).not.toContain(canary);
    expect(stderr).toMatch(/^The code contains your token: do not share it\.$/m);
    for (const more of [
      ['--json', '--debug'],
      ['--client', 'requests', '--debug'],
      ['--client', 'openai', '--debug'],
    ]) {
      const ended = await snippet(['fill-mask', 'x [MASK]', ...more], given);
      expect(ended.stdout + ended.stderr).toMatch(/./);
      expect(ended.stdout + ended.stderr).not.toContain(canary);
    }
  });
});

test('notes that the sandbox ends with the command', async () => {
  const words = ['snippet', 'text-classification', 'x', '--lang', 'curl', '--sandbox'];
  const { code, stdout, stderr } = await cli(words);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr:
      'This URL only works while the built-in sandbox is running. For a permanent one, run tryout sandbox and pass ' +
      'the URLs it prints with --hub-url and --inference-url. HF_TOKEN can be any text that starts with hf_.\n',
  });
  expect(stdout).not.toContain('hf_sandbox');
});

describe('notes', () => {
  const chat = ['text-generation', 'x', '-m', 'sandbox/plain-assistant'];
  const select = (count: number) =>
    `The output contains ${count} snippets; select one with --lang and --client.`;
  const queue = "Plain HTTP code gets the response in fal-ai's own format, for example a queue ticket.";
  const mask = ['fill-mask', 'x [MASK]', '--client', 'fetch'];

  test.each<[words: readonly string[], note: RegExp]>([
    [chat, new RegExp(`^${select(7)}$`, 'm')],
    [[...chat, '--client', 'all'], /; select one with --lang and --client\.$/m],
    [[...chat, '--client', 'openai', '--lang', 'all'], new RegExp(`^${select(2)}$`, 'm')],
    [[...chat, '--lang', 'python'], new RegExp(`^${select(3)}$`, 'm')],
    [[...chat, '--json'], /^$/],
    [[...chat, '--lang', 'curl'], /^$/],
    [[...chat, '-q'], /^$/],
    [[...mask, '-p', 'mood=3'], /^Unknown parameter mood, .+ See tryout snippet fill-mask --help\.$/m],
    [['text-to-image', 'x', '-m', 'acme/queued', '--lang', 'curl'], new RegExp(`^${queue}$`, 'm')],
    [['text-to-image', 'x', '--client', 'fetch'], /^$/],
  ])('%j', async (words, note) => {
    const { code, stderr } = await snippet(words);
    expect(code).toBe(0);
    expect(stderr).toMatch(note);
  });

  test('C18: a client for two languages prints one of them', async () => {
    const { stdout, stderr } = await snippet([...chat, '--client', 'openai']);
    expect(stdout).toMatch(/^import os\n/);
    expect(stdout).not.toContain('await client');
    expect(stderr).toBe('This is the code for Python; use --lang js for JavaScript.\n');
    const other = await snippet([...chat, '--client', 'openai', '--lang', 'js']);
    expect(other.stdout).toContain('await client');
  });
});
