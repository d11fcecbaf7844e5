import { taskNamed, valuesFromExample, fetchModelExamples } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { canary, connectionTo } from '../../support/ask.ts';
import { at, temporaryFolder, type CliOptions } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerJson, serve } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';
import { programsOf, testWith } from '../../engine/snippets/support/programs.ts';
import { runCode } from '../../engine/snippets/support/run-code.ts';

const sandbox = await recordingSandbox({
  listing: [
    {
      id: 'acme/no-examples',
      pipeline_tag: 'image-classification',
      inferenceProviderMapping: [
        {
          provider: 'hf-inference',
          hfModelId: 'acme/no-examples',
          providerId: 'acme/no-examples',
          status: 'live',
          task: 'image-classification',
        },
      ],
    },
    {
      id: 'acme/queued',
      pipeline_tag: 'text-to-image',
      inferenceProviderMapping: [
        {
          provider: 'fal-ai',
          hfModelId: 'acme/queued',
          providerId: 'fal-ai/queued',
          status: 'live',
          task: 'text-to-image',
        },
      ],
    },
  ],
});
const environment = { HF_TOKEN: 'hf_sandbox' };

const snippet = (words: readonly string[], options: CliOptions = {}) =>
  cli(['snippet', ...words, ...at(sandbox)], { environment, ...options });

describe('without inputs the code uses an example', () => {
  test('of the model, with a note', async () => {
    const { code, stdout, stderr } = await snippet(['text-classification', '--client', 'fetch']);
    const {
      examples: [example = {}],
    } = await fetchModelExamples(connectionTo(sandbox), 'sandbox/vader-sentiment');
    const task = taskNamed('text-classification');
    const { text } = await valuesFromExample(connectionTo(sandbox), task, example);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'No inputs given: the code uses the example of sandbox/vader-sentiment.\n',
    });
    expect(stdout).toContain(text);
  });

  testWith(...programsOf.curl)('with a file that the code downloads', async () => {
    const folder = temporaryFolder();
    const { stdout, stderr } = await snippet(['image-classification', '--lang', 'curl'], { folder });
    expect(stderr).not.toMatch(/of your own/);
    expect(await runCode('curl', stdout, { folder })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/"label"/) as string,
    });
  });

  test('S15: that there is none if the task has only a file, with a placeholder for it', async () => {
    const words = ['image-classification', '-m', 'acme/no-examples', '--client', 'requests'];
    const { code, stdout, stderr } = await snippet(words);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^No input example has been defined for this model task\.$/m);
    const [, name = ''] = /^(\S+) is a placeholder/m.exec(stderr) ?? [];
    expect(stdout).toContain(`"${name}"`);
  });

  test('without a note with --quiet', async () => {
    expect(await snippet(['text-classification', '--client', 'fetch', '-q'])).toMatchObject({
      code: 0,
      stderr: '',
    });
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
    const set = await snippet(words);
    expect(set).toMatchObject({ stdout, stderr: '' });
  });

  test('is read from another variable for a foreign endpoint, only with --send-token', async () => {
    const server = await serve(answerJson([]));
    const foreign = [...words, '--endpoint-url', server.url];
    const [withheld, sent] = await Promise.all([
      cli(['snippet', ...foreign], { environment }),
      cli(['snippet', ...foreign, '--send-token'], { environment }),
    ]);
    expect(withheld.stdout).not.toMatch(/Authorization/);
    expect(withheld.stderr).toBe(
      `The code sends no token to ${new URL(server.url).host}. Add --send-token to include it.\n`,
    );
    expect(sent.stdout).toContain('$API_TOKEN');
    expect(sent.stderr).toBe('The code reads your token from API_TOKEN, which is not set here.\n');
    expect(server.received).toEqual([]);
  });

  test('is never sent over http:// to a foreign endpoint, and notes respect --with-token', async () => {
    const server = await serve(answerJson([]));
    const [open, written] = await Promise.all([
      cli(['snippet', ...words, '--endpoint-url', 'http://example.com/x'], { environment }),
      cli(['snippet', ...words, '--endpoint-url', server.url, '--with-token'], { environment }),
    ]);
    expect(open.stderr).toBe('The code sends no token to example.com: it would be readable over http://.\n');
    expect(written.stderr).toBe(
      `The code sends no token to ${new URL(server.url).host}. Add --send-token to include it.\n`,
    );
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
  });

  test.each([
    ['text', []],
    ['json', ['--json']],
    ['debug', ['--debug']],
    ['a client', ['--client', 'requests', '--debug']],
    ['an unavailable client', ['--client', 'openai', '--debug']],
  ])('is not printed otherwise: %s', async (_name, more) => {
    const given = { environment: { HF_TOKEN: canary } };
    const { stdout, stderr } = await snippet(['fill-mask', 'x [MASK]', ...more], given);
    expect(stdout + stderr).not.toContain(canary);
    expect(stdout + stderr).not.toBe('');
  });
});

test('notes that the sandbox ends with the command', async () => {
  const { code, stdout, stderr } = await cli([
    'snippet',
    'text-classification',
    'x',
    '--lang',
    'curl',
    '--sandbox',
  ]);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr:
      'This URL only works while the built-in sandbox is running. For a permanent one, run tryout sandbox and pass ' +
      'the URLs it prints with --hub-url and --inference-url. HF_TOKEN can be any text that starts with hf_.\n',
  });
  expect(stdout).not.toContain('hf_sandbox');
});

describe('several snippets in one file or pipe', () => {
  const words = ['text-generation', 'x', '-m', 'sandbox/plain-assistant'];
  test.each([
    [[], /^The output contains 7 snippets; select one with --lang and --client\.$/m],
    [['--client', 'all'], /; select one with --lang and --client\.$/m],
    [
      ['--client', 'openai', '--lang', 'all'],
      /^The output contains 2 snippets; select one with --lang and --client\.$/m,
    ],
    [['--lang', 'python'], /^The output contains 3 snippets; select one with --lang and --client\.$/m],
  ])('%j: a note explains how to select one', async (more, note) => {
    const { code, stderr } = await snippet([...words, ...more]);
    expect(code).toBe(0);
    expect(stderr).toMatch(note);
  });

  test('C18: a client for two languages prints one of them', async () => {
    const { stdout, stderr } = await snippet([...words, '--client', 'openai']);
    expect(stdout).toMatch(/^import os\n/);
    expect(stdout).not.toContain('await client');
    expect(stderr).toBe('This is the code for Python; use --lang js for JavaScript.\n');
    expect((await snippet([...words, '--client', 'openai', '--lang', 'js'])).stdout).toContain(
      'await client',
    );
  });

  test.each([[['--json']], [['--lang', 'curl']], [['-q']]])('%j: no note', async (more) => {
    expect(await snippet([...words, ...more])).toMatchObject({ code: 0, stderr: '' });
  });
});

test('the note on an unknown parameter names the help of the command', async () => {
  const { stderr } = await snippet(['fill-mask', 'x [MASK]', '--client', 'fetch', '-p', 'mood=3']);
  expect(stderr).toMatch(/^Unknown parameter mood, .+ See tryout snippet fill-mask --help\.$/m);
});

describe("a note on a provider's own response format", () => {
  const served = ['text-to-image', 'x', '-m', 'acme/queued'];

  test('is printed for clients that send HTTP requests directly', async () => {
    const { stderr } = await snippet([...served, '--lang', 'curl']);
    expect(stderr).toMatch(
      /^Plain HTTP code gets the response in fal-ai's own format, for example a queue ticket\.$/m,
    );
  });

  test('is not printed for hf-inference', async () => {
    expect((await snippet(['text-to-image', 'x', '--client', 'fetch'])).stderr).toBe('');
  });
});
