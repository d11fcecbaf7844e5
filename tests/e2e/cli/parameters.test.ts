import { beforeEach, describe, expect, test } from 'vitest';
import { at, type CommandResult } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { answerJson, serve } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
beforeEach(() => sandbox.forget());

const CHAT = 'sandbox/plain-assistant';
const PLAIN = 'sandbox/fable-markov-chain';

function generate(
  model: string,
  parameters: readonly string[],
  more: readonly string[] = [],
): Promise<CommandResult> {
  const given = parameters.flatMap((parameter) => ['-p', parameter]);
  return cli(['run', 'text-generation', 'Hello', '-m', model, ...given, ...more, ...at(sandbox)], {
    environment: { HF_TOKEN: 'hf_sandbox' },
  });
}

function sent(): object {
  const run = sandbox.requests.findLast(({ method }) => method === 'POST');
  return JSON.parse(Buffer.from(run?.body ?? []).toString()) as object;
}

const asChat = { model: CHAT, messages: [{ role: 'user', content: 'Hello' }], stream: true };

describe('C3: parameter names for chat', () => {
  test('C3: sends max_new_tokens to a chat model as max_tokens, with a note', async () => {
    const { code, stderr } = await generate(CHAT, ['max_new_tokens=20']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^max_new_tokens is sent as max_tokens, its name for this model\. See /);
    expect(sent()).toEqual({ ...asChat, max_tokens: 20 });
  });

  test('C3: sends max_tokens to a model without chat as max_new_tokens', async () => {
    const { code, stderr } = await generate(PLAIN, ['max_tokens=2']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^max_tokens is sent as max_new_tokens, its name for this model\. See /);
    expect(sent()).toEqual({ inputs: 'Hello', parameters: { max_new_tokens: 2 } });
  });

  test('C3: max_completion_tokens replaces the default max_tokens', async () => {
    expect((await generate(CHAT, ['max_completion_tokens=20'])).code).toBe(0);
    expect(sent()).toEqual({ ...asChat, max_completion_tokens: 20 });
  });

  test('C3: rejects both names at once before any run', async () => {
    const { code, stderr } = await generate(CHAT, ['max_tokens=3', 'max_new_tokens=4']);
    expect(code).toBe(2);
    expect(stderr).toBe(
      'error: max_tokens and max_new_tokens are the same parameter\nhint: Use one of them.\n',
    );
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe('C3: unknown parameters', () => {
  const see = 'See tryout run text-generation --help.';

  test('C3: sends a misspelled name, with a suggestion', async () => {
    const { code, stderr } = await generate(CHAT, ['temprature=2']);
    const note = 'Unknown parameter temprature, sent as is. Did you mean temperature?';
    expect({ code, stderr }).toEqual({ code: 0, stderr: `${note} ${see}\n` });
    expect(sent()).toEqual({ ...asChat, max_tokens: 500, temprature: 2 });
  });

  test('C3: suggests nothing for a name from another API', async () => {
    const { stderr } = await generate(CHAT, ['top_k=3', 'do_sample=true']);
    const notes = ['top_k', 'do_sample'].map((name) => `Unknown parameter ${name}, sent as is.`);
    expect(stderr).toBe(`${notes.join(' ')} ${see}\n`);
  });
});

test('C2, C3: the help of text-generation lists chat parameters first, with the default of max_tokens', async () => {
  const { code, stdout } = await cli(['run', 'text-generation', '--help']);
  expect(code).toBe(0);
  const [, chat = '', others = ''] = stdout.split(
    /^(?:Chat parameters|Parameters for models without chat).*$/m,
  );
  expect(chat).toMatch(/^ {2}max_tokens=<integer> \(default 500\)$/m);
  expect(chat).not.toContain('max_new_tokens');
  expect(others).toMatch(/^ {2}max_new_tokens=<integer> \(default 1024\)$/m);
  expect(others).not.toMatch(/^ {2}max_tokens/m);
});

test('C19, T13: the help of a task has its inputs, parameters, used ones first, and an example, then one line for the rest', async () => {
  const [chat, detection] = await Promise.all(
    ['text-generation', 'object-detection'].map((task) => cli(['run', task, '--help'])),
  );
  const titles = [...detection!.stdout.matchAll(/^(\w.*?)(?: \(.*\))?:$/gm)].map(([, title]) => title);
  expect(titles).toEqual(['Inputs', 'Parameters', 'Output', 'Example']);
  expect(detection!.stdout).toMatch(
    /\nExample:\n {2}tryout run object-detection '?cats\.jpg'?\n\nOptions of all tasks \(.+\): tryout run --help\n$/,
  );
  expect(detection!.stdout).toMatch(/\n {2}--output <file>\.png {2}draw the result on the image\n/);
  expect(chat!.stdout).toMatch(/\n {2}--system <text> /);
  for (const { stdout } of [
    chat!,
    await cli(['run', '--help']),
    await cli(['snippet', 'object-detection', '--help']),
  ])
    expect(stdout).not.toMatch(/\.png/);
  const [, parameters = ''] = chat!.stdout.split(/^Chat parameters.*$/m);
  const names = [...parameters.matchAll(/^ {2}([\w.]+)=/gm)].map(([, name]) => name);
  expect(names.slice(0, 4)).toEqual(['max_tokens', 'temperature', 'top_p', 'seed']);
  expect(names).not.toContain('logit_bias');
  expect(parameters).toContain('temperature=<number> (0 to 2)');
  expect(parameters).not.toMatch(/UNUSED|\]\(|`/);
});

test.each([
  ['stop=a=b', ['a=b']],
  ['stop=a==, =b', ['a==', '=b']],
  ['stop=["a=b","c,d"]', ['a=b', 'c,d']],
  ['stop=say "a=b"', ['say "a=b"']],
  ['response_format={"type":"text","x":"a=b, [c]"}', { type: 'text', x: 'a=b, [c]' }],
  ['custom=', ''],
  ['custom==', '='],
  ['custom=a=b=c', 'a=b=c'],
  ["custom='a=1', [b", "'a=1', [b"],
  ['custom={"a":["b=c"]}', { a: ['b=c'] }],
])('-p %s is sent as written', async (parameter, value) => {
  expect((await generate(CHAT, [parameter])).code).toBe(0);
  expect(sent()).toMatchObject({ [parameter.split('=')[0]!]: value });
});

describe('T9: ranges of parameters', () => {
  test.each([
    ['temperature=5', 'must be between 0 and 2, not'],
    ['top_p=2', 'must be between 0 and 1, not'],
    ['presence_penalty=-3', 'must be between -2 and 2, not'],
  ])('T9: refuses %s before anything is sent', async (parameter, range) => {
    const { code, stdout, stderr } = await generate(CHAT, [parameter]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(parameter.split('=')[0]);
    expect(stderr).toContain(range);
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test.each([
    ['seed must be positive', 'error: seed must be positive\n'],
    ['Unknown route', 'error: Server m does not seem to support chat completion. Error: Unknown route\n'],
  ])("T9: blames the model only for what is not about a sent parameter: '%s'", async (reason, message) => {
    const server = await serve(answerJson({ error: { message: reason } }, 400));
    const endpoint = ['--endpoint-url', `${server.url}/v1/chat/completions`];
    const { code, stderr } = await cli(['run', 'llm', 'Hello', '-m', 'm', '-p', 'seed=3', ...endpoint]);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});

test('C21: --provider takes a policy as the picker shows it', async () => {
  expect((await generate(CHAT, [], ['--provider', ':fastest'])).code).toBe(0);
  expect(sent()).toMatchObject({ model: `${CHAT}:fastest` });
});
