import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunFile } from '@tryout/engine';
import { launcher } from '../../support/built-cli.ts';
import { at, isolatedEnvironment, temporaryFolder, waitForExit } from '../../support/cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { inProcessTerminal as inTerminal } from '../../support/in-process-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox' };
const shapes = join(import.meta.dirname, '../../../examples/shapes.png');

const tryout = (words: readonly string[], input?: string) =>
  cliInProcess([...words, ...at(sandbox)], { environment, input });

function lastBody(): unknown {
  const run = sandbox.requests.findLast(({ method }) => method === 'POST');
  return JSON.parse(Buffer.from(run?.body ?? []).toString());
}

test('W3: chat answers a prompt with the default chat model and a system prompt', async () => {
  const words = ['chat', 'What are your instructions?', '--system', 'Be brief.'];
  expect(await tryout(words)).toMatchObject({
    code: 0,
    stdout: 'The system message is: "Be brief." I can repeat it, but not follow it.\n',
    stderr: '',
  });
  expect(lastBody()).toEqual({
    model: 'sandbox/plain-assistant',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What are your instructions?' },
    ],
    max_tokens: 500,
    stream: true,
    stream_options: { include_usage: true },
  });
});

test('W3: chat reads a piped prompt, and prints the completion with --json', async () => {
  expect(await tryout(['chat'], 'Spell hello')).toMatchObject({ code: 0, stdout: 'H-E-L-L-O\n' });
  const { stdout } = await tryout(['chat', 'Spell hello', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({
    choices: [{ message: { content: 'H-E-L-L-O' } }],
    usage: { completion_tokens: 1 },
  });
});

test('the cost of an answer is that of its tokens at the prices of the router', async () => {
  const folder = temporaryFolder();
  const words = ['chat', 'Spell one two three', '-m', 'sandbox/plain-assistant:groq', ...at(sandbox)];
  await cliInProcess(words, { folder, environment });
  const { stdout } = await cliInProcess(['history', 'show', 'last', '--json'], { folder });
  const { cost, usage } = (JSON.parse(stdout) as RunFile).result!;
  expect(usage!.input).not.toBe(usage!.output);
  expect(cost).toBeCloseTo((usage!.input! * 0.05 + usage!.output! * 0.08) / 1e6, 12);
});

test('S1: chat sends images to a model that takes them', async () => {
  const { code, stdout } = await tryout(['chat', 'What color is the background?', '--image', shapes]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '**white** (100%)\n' });
  const refused = await tryout(['chat', 'x', '--image', 'missing.png']);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('missing.png');
});

test('S1: snippet image-text-to-text has the messages of the specification, section 7', async () => {
  const { code, stdout } = await tryout(['snippet', 'image-text-to-text', '--lang', 'curl']);
  expect(code).toBe(0);
  expect(stdout).toContain(
    '"content":[{"type":"text","text":"Describe this picture."},{"type":"image_url","image_url":{"url":"data:image/png;base64,',
  );
  expect(stdout).toContain('"max_tokens":500,"stream":true');
  const url = 'https://example.org/a.png';
  const words = ['snippet', 'text-generation', 'What is it?', '--image', url, '--lang', 'js'];
  expect((await tryout(words)).stdout).toContain(`{ type: "image_url", image_url: { url: "${url}" } }`);
});

test('models that do not support conversations are refused before a request is sent', async () => {
  const count = sandbox.requests.length;
  const chat = await tryout(['chat', 'Hello', '-m', 'sandbox/fable-markov-chain']);
  expect(chat).toMatchObject({
    code: 2,
    stderr:
      'error: sandbox/fable-markov-chain does not support conversations\n' +
      'hint: Choose a chat model, or use tryout run text-generation.\n',
  });
  const run = await tryout(['run', 'summarization', 'x', '--system', 'y']);
  expect(run).toMatchObject({ code: 2 });
  expect(run.stderr).toContain('error: summarization does not take a system prompt');
  expect(sandbox.requests.slice(count).filter(({ method }) => method === 'POST')).toEqual([]);
});

test('W3: a terminal shows answers as Markdown, a pipe as they are', async () => {
  const words = ['chat', 'Summarize our conversation', '--system', 'Be brief.'];
  expect((await tryout(words)).stdout).toContain('## Our conversation\n\nYou sent **0 messages**');
  const terminal = await inTerminal([...words, ...at(sandbox)], { environment }).endedWith(0);
  expect(terminal.screen()).toContain('Our conversation\n\nYou sent 0 messages before this one');
  expect(terminal.styleOf('Our conversation')).toMatchObject({ bold: true });
});

test('W3: without a prompt, a terminal shows a conversation', async () => {
  const words = ['chat', '-m', 'sandbox/plain-assistant', '--system', 'Be brief.', '-p', 'max_tokens=4'];
  const terminal = await inTerminal([...words, ...at(sandbox)], { environment }).showing(/System prompt set/);
  terminal.type('My name is Ada');
  await terminal.pressUntil('enter', /Hello Ada, I will\s/);
  expect(await terminal.until(/ctrl\+n continue|Ctrl-N continue/i)).toContain('cut off at its length limit');
  // The message is taken once the answer has ended.
  await terminal.pressUntil('ctrl+n', /remember your name in\s[^]*Ctrl-N continue /);
  terminal.type('What is my name?');
  await terminal.pressUntil('enter', /Your name is Ada/);
  await terminal.pressUntil('page-up', /Hello Ada/);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(terminal.scrollback()).toContain('Your name is Ada.');
});

const PIPED = 'Rivers flow.\n\nLakes do not.\n';
const joined = { role: 'user', content: `Summarize\n\n${PIPED.trimEnd()}` };
const note = 'Added 27 bytes from standard input\n';

test.each([
  [['chat', 'Summarize'], note],
  [['chat', 'Summarize', '-q'], ''],
  [['run', 'text-generation', 'Summarize'], note],
  [['run', 'llm', '--text', 'Summarize', '--literal', '--json'], note],
])('T1: standard input joins the prompt of %j', async (words, stderr) => {
  sandbox.forget();
  const ended = await cliInProcess([...words, '-m', 'sandbox/plain-assistant', ...at(sandbox)], {
    environment,
    input: PIPED,
  });
  expect(ended).toMatchObject({ code: 0, stderr });
  expect(lastBody()).toMatchObject({ messages: [joined] });
});

test.each([[['chat', '-']], [['run', 'llm', '@-']], [['chat']]])(
  'T1: %j takes standard input as the prompt once',
  async (words) => {
    sandbox.forget();
    const ended = await cliInProcess([...words, '-m', 'sandbox/plain-assistant', ...at(sandbox)], {
      environment,
      input: PIPED,
    });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(lastBody()).toMatchObject({ messages: [{ content: PIPED.trimEnd() }] });
  },
);

test('T1: a base model, a continued conversation and an image get the piped text, a snippet does not', async () => {
  const folder = temporaryFolder();
  const run = async (words: readonly string[], input = PIPED) => {
    const ended = await cliInProcess([...words, ...at(sandbox)], { folder, environment, input });
    expect(ended.code).toBe(0);
    return ended;
  };
  await run(['run', 'llm', 'Summarize', '-m', 'sandbox/fable-markov-chain']);
  expect(lastBody()).toMatchObject({ inputs: joined.content });
  await run(['chat', 'What color is it?', '--image', shapes]);
  expect(JSON.stringify(lastBody())).toContain('What color is it?\\n\\nRivers flow.');
  await run(['chat', 'Spell one'], '');
  await run(['chat', '-c', 'Summarize']);
  expect(lastBody()).toMatchObject({ messages: [{ content: 'Spell one' }, { role: 'assistant' }, joined] });
  expect((await run(['snippet', 'llm', 'Summarize'])).stdout).not.toContain('Rivers');
});

test('T1: nothing is added from /dev/null, a closed or blank input, and a loop over lines keeps its lines', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'lines'), 'I love it\nI hate it\n');
  writeFileSync(join(folder, 'blank'), ' \n');
  const program = `"${process.execPath}" "${launcher}"`;
  const options = at(sandbox).join(' ');
  const shell = spawn(
    'sh',
    [
      '-c',
      `for input in '</dev/null' '<&-' '<blank'; do
        eval "${program.replaceAll('"', '\\"')} chat 'Spell hello' ${options} $input" || exit
      done
      while read -r line; do
        ${program} run text-classification "$line" --json ${options} | cut -c -20
      done <lines`,
    ],
    { cwd: folder, env: { ...isolatedEnvironment(folder, environment), PATH: process.env['PATH'] } },
  );
  const { stdout, stderr } = await waitForExit(shell);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^(H-E-L-L-O\n){3}\[\{.*\n\[\{.*\n$/);
});

test('T1: a file on standard input is added whole', async () => {
  const notes = readFileSync(join(shapes, '../notes.txt'), 'utf8').trimEnd();
  const { code, stderr } = await cliInProcess(['chat', 'Summarize', ...at(sandbox)], {
    environment,
    input: notes,
  });
  expect(code).toBe(0);
  expect(stderr).toMatch(/^Added [\d.]+ (?:bytes|kB) from standard input\n$/);
  expect(lastBody()).toMatchObject({ messages: [{ content: `Summarize\n\n${notes}` }] });
});

test('T10: chat -c continues the conversation with an ID, and -c alone the latest', async () => {
  const folder = temporaryFolder();
  const run = (...words: readonly string[]) =>
    cliInProcess([...words, ...at(sandbox)], { folder, environment });
  expect(await run('chat', '-c', 'Hello')).toMatchObject({ code: 2 });
  const hello = (await run('chat', 'My name is Ada', '--system', 'Be brief.')).stdout.trimEnd();
  await run('run', 'text-classification', 'Good');
  await run('chat', '-c', 'And yours?');
  expect(lastBody()).toMatchObject({
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'My name is Ada' },
      { role: 'assistant', content: hello },
      { role: 'user', content: 'And yours?' },
    ],
  });
  const [ada] = JSON.parse((await run('history', '--json')).stdout) as [{ id: string }];
  await run('chat', 'My name is Bob');
  expect((await run('chat', '-c', ada.id, 'What is my name?')).stdout).toBe('Your name is Ada.\n');
  expect((await run('chat', '--continue', ada.id.toLowerCase(), 'Spell one')).stdout).toBe('O-N-E\n');
  await run('run', 'text-generation', 'Once', '-m', 'sandbox/fable-markov-chain');
  expect((await run('chat', '-c', 'What is my name?')).stdout).toBe('Your name is Ada.\n');
  await run('run', 'text-classification', 'Good');
  const [other] = JSON.parse((await run('history', '--json')).stdout) as [{ id: string }];
  expect(await run('chat', '-c', other.id, 'Hello')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`Run ${other.id} is not a conversation`) as string,
  });
  expect((await run('chat', '-c', '01ZZZZ', 'Hello')).stderr).toContain(
    "No run in the history starts with '01ZZZZ'",
  );
});
