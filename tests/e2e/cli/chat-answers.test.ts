import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { at, temporaryFolder, type CommandResult } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { chatServer } from '../../support/chat-server.ts';
import { answerEvents, answerJson, serve } from '../../support/loopback.ts';
import { inProcessTerminal as inTerminal } from '../../support/in-process-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox' };

function argumentsFor(text: string, more: readonly string[]): string[] {
  return ['run', 'text-generation', text, '-m', 'sandbox/plain-assistant', ...more, ...at(sandbox)];
}

function ask(text: string, more: readonly string[] = [], folder = temporaryFolder()): Promise<CommandResult> {
  return cli(argumentsFor(text, more), { environment, folder });
}

const cutNote = (limit: string, raised: string) =>
  `The answer was cut off at its length limit, ${limit}. Get more with -p ${raised}.\n`;

describe('C2: an answer truncated by its length limit', () => {
  test.each([[[]], [['--no-stream']], [['--json']]])(
    'C2: gets a note on how to get more, with %j',
    async (more) => {
      const { code, stdout, stderr } = await ask('Hello', ['-p', 'max_tokens=3', ...more]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: cutNote('max_tokens=3', 'max_tokens=1000') });
      if (more[0] !== '--json') return expect(stdout).toBe('Hello! What can \n');
      expect(JSON.parse(stdout)).toMatchObject({ choices: [{ finish_reason: 'length' }] });
    },
  );

  test('C2: the note names the default limit or the given parameter', async () => {
    const server = await serve(
      answerJson({
        id: 'x',
        created: 1,
        model: 'm',
        choices: [{ message: { content: 'Once upon' }, finish_reason: 'length' }],
      }),
    );
    const endpoint = `${server.url}/v1/chat/completions`;
    const words = ['run', 'text-generation', 'x', '--no-stream', '--endpoint-url', endpoint];
    const [defaultLimit, namedLimit, largerLimit] = await Promise.all([
      cli(words),
      cli([...words, '-p', 'max_completion_tokens=20']),
      cli([...words, '-p', 'max_tokens=800']),
    ]);
    expect(defaultLimit.stderr).toBe(cutNote('max_tokens=500', 'max_tokens=1000'));
    expect(namedLimit.stderr).toContain(cutNote('max_completion_tokens=20', 'max_completion_tokens=1000'));
    expect(largerLimit.stderr).toBe(cutNote('max_tokens=800', 'max_tokens=1600'));
  });

  test('C2: gets no note with --quiet, and a complete answer has none', async () => {
    expect(await ask('Hello', ['-p', 'max_tokens=3', '-q'])).toMatchObject({ code: 0, stderr: '' });
    expect(await ask('Hello')).toMatchObject({ code: 0, stderr: '' });
  });

  test('C2: names a content filter', async () => {
    const choices = [{ delta: { content: 'Once' }, finish_reason: 'content_filter' }];
    const server = await serve(answerEvents({ choices }));
    const endpoint = `${server.url}/v1/chat/completions`;
    expect(await cli(['run', 'text-generation', 'x', '--endpoint-url', endpoint])).toMatchObject({
      code: 0,
      stdout: 'Once\n',
      stderr: 'A content filter stopped the answer; it may be incomplete.\n',
    });
  });
});

const QUESTION = 'What is 6 * 7?';
const REASONS = ['-p', 'reasoning_effort=low'];
const reasoning =
  'Reasoning:\nThe system message? No.\nThis conversation? No.\nLetters? No.\n' +
  'Arithmetic? Yes.\n6 * 7 = 42\n';

describe('W1: reasoning', () => {
  test.each([[[]], [['--no-stream']]])(
    'W1: goes to standard error, separate from the answer, with %j',
    async (more) => {
      expect(await ask(QUESTION, [...REASONS, ...more])).toMatchObject({
        code: 0,
        stdout: '6 * 7 = 42\n',
        stderr: reasoning,
      });
    },
  );

  test("W1: is only in the JSON, under the server's name for it", async () => {
    for (const [provider, name] of [
      ['auto', 'reasoning_content'],
      ['groq', 'reasoning'],
    ] as const) {
      const { stdout, stderr } = await ask(QUESTION, [...REASONS, '--json', '--provider', provider]);
      expect(stderr).toBe('');
      const { choices } = JSON.parse(stdout) as { choices: { message: Record<string, string> }[] };
      expect(`Reasoning:\n${choices[0]?.message[name]}\n`).toBe(reasoning);
    }
  });

  test('W1: without an answer gets a note, in a pipe and on a terminal', async () => {
    const words = [...REASONS, '-p', 'max_tokens=3'];
    const note =
      'Reasoning:\nThe system message?\n(no answer, only reasoning)\n' +
      cutNote('max_tokens=3', 'max_tokens=1000');
    expect(await ask(QUESTION, words)).toMatchObject({ code: 0, stdout: '', stderr: note });
    const session = inTerminal(argumentsFor(QUESTION, [...words, '--no-stream']), { environment });
    expect(await session.ended).toBe(0);
    expect(session.screen()).toMatch(/^Reasoning:\nThe system message\?\n\(no answer, only reasoning\)\n/);
  });

  test('W1: is dim on a terminal and labeled separately from the answer', async () => {
    const session = await inTerminal(argumentsFor(QUESTION, REASONS), { environment }).endedWith(0);
    expect(session.screen()).toMatch(
      /^Reasoning:\n[^]*\nArithmetic\? Yes\.\n6 \* 7 = 42\n\nAnswer:\n6 \* 7 = 42\n/,
    );
    expect(session.styleOf('Arithmetic?')).toMatchObject({ dim: true });
  });

  test('W1: between chunks of the answer does not break its lines', async () => {
    const deltas = [{ reasoning: 'First.' }, { content: 'one ' }, { reasoning: 'Then.' }, { content: 'two' }];
    const events = deltas.map((delta) => ({ choices: [{ delta, finish_reason: null }] }));
    const server = await serve(answerEvents(...events, { choices: [{ delta: {}, finish_reason: 'stop' }] }));
    const endpoint = `${server.url}/v1/chat/completions`;
    const { stdout, stderr } = await cli(['run', 'text-generation', 'x', '--endpoint-url', endpoint]);
    expect(stdout).toBe('one two\n');
    expect(stderr.replaceAll('Reasoning:\n', '').replaceAll('\n', '')).toBe('First.Then.');
  });

  test('W1: that arrives during the answer is written after its line', async () => {
    const server = await chatServer();
    const session = inTerminal(['run', 'text-generation', 'x', '--endpoint-url', server.address]);
    await server.send({ reasoning: 'First.' });
    await server.say('one\n\ntwo ');
    // A paragraph is written when it is complete.
    await session.until(/one/);
    await server.send({ reasoning: 'Second.' });
    await server.say('three');
    await server.finish();
    await session.endedWith(0);
    expect(session.screen()).toMatch(
      /^Reasoning:\nFirst\.\n\nAnswer:\none\n\ntwo three\nReasoning:\nSecond\.\n/,
    );
  });

  test('W1: has its control characters escaped', async () => {
    const message = { content: 'safe', reasoning: 'a\u001b]52;c;eA==\u0007b' };
    const server = await serve(
      answerJson({ id: 'x', created: 1, model: 'm', choices: [{ message, finish_reason: 'stop' }] }),
    );
    const endpoint = `${server.url}/v1/chat/completions`;
    const words = ['run', 'text-generation', 'x', '--no-stream', '--endpoint-url', endpoint];
    expect((await cli(words)).stderr).toBe('Reasoning:\na<U+001B>]52;c;eA==<U+0007>b\n');
  });
});

describe('W1: tool calls', () => {
  const tool = {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Weather of a city',
      parameters: { properties: { days: { type: 'integer' }, city: { type: 'string' } } },
    },
  };
  const words = ['-p', `tools=${JSON.stringify([tool])}`];
  const text = 'What is the weather of the next 3 days in Paris?';
  const calls = [{ name: 'get_weather', arguments: { days: 3, city: 'Paris' } }];

  test.each([[[]], [['--no-stream']]])('W1: are printed as JSON, with %j', async (more) => {
    const { code, stdout, stderr } = await ask(text, [...words, ...more]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(calls);
    expect(stdout.split('\n').length).toBeGreaterThan(5);
  });

  test('W1: are saved with -o', async () => {
    const folder = temporaryFolder();
    expect((await ask(text, [...words, '-o', 'calls.txt'], folder)).code).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'calls.txt'), 'utf8'))).toEqual(calls);
  });

  test('W1: are unchanged in the JSON', async () => {
    const { stdout } = await ask(text, [...words, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      choices: [
        {
          message: {
            content: null,
            tool_calls: [
              { type: 'function', function: { name: 'get_weather', arguments: '{"days":3,"city":"Paris"}' } },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
    });
  });
});
