import { expect, test } from 'vitest';
import { at } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { ECHOED_TOKEN, echoingHub, LEAK } from '../../support/echoing-hub.ts';

const environment = { HF_TOKEN: ECHOED_TOKEN };

/** Runs a command on a hub that echoes the token and expects no part of it in the output. */
async function run(words: readonly string[]) {
  const { url } = await echoingHub();
  const ended = await cli([...words, ...at({ url })], { environment });
  expect(ended.stdout + ended.stderr).not.toMatch(LEAK);
  return ended;
}

const classify = (model: string) => ['run', 'text-classification', 'ham', '-m', model];
const chat = (model: string) => ['run', 'text-generation', 'ham', '-m', model];

test('X3: redacts an echoed token in a result', async () => {
  expect((await run(classify('echo/result'))).stdout).toContain('You are hf_***');
});

test('X3: redacts an echoed token in --json, including keys', async () => {
  const { stdout } = await run([...classify('echo/result'), '--json']);
  expect(JSON.parse(stdout)).toEqual([{ label: 'You are hf_***', score: 0.5, 'hf_***': 'hf_***' }]);
});

test('X3: redacts an echoed token in an error, its request ID and the --debug stack', async () => {
  const { code, stderr } = await run([...classify('echo/error'), '--debug']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^curl .*Bearer hf_\*\*\*'/m);
  expect(stderr).toMatch(/^error: Bad credentials hf_\*\*\*$/m);
  expect(stderr).toMatch(/^InferenceError: Bad credentials hf_\*\*\*\n {4}at /m);
  const json = await run([...classify('echo/error'), '--json']);
  expect(JSON.parse(json.stderr)).toMatchObject({
    error: { message: 'Bad credentials hf_***', requestId: 'hf_***' },
  });
});

test('X3: redacts an echoed token in a schema error', async () => {
  const { stderr } = await run(classify('echo/wrong'));
  expect(stderr).toContain("got a list of 1 (at 0.score: 'hf_***')");
});

test('X3: redacts a token split across stream chunks, even with --json', async () => {
  expect((await run(chat('echo/stream'))).stdout).toBe('You are hf_***, I think.\n');
  const { stdout } = await run([...chat('echo/stream'), '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    choices: [{ message: { content: 'You are hf_***, I think.' } }],
  });
});

test('X3: redacts a token truncated by the end of a stream', async () => {
  const { code, stdout } = await run(chat('echo/cut'));
  expect({ code, stdout }).toEqual({ code: 1, stdout: 'You are hf_***\n' });
});

test('X3: redacts an echoed token in the account name', async () => {
  expect((await run(['whoami'])).stdout).toContain('I am hf_***');
});
