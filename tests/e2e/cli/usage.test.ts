import { readFileSync } from 'node:fs';
import { tasks, type ErrorCode } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { cli } from '../../support/cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';

test('--version prints the version, and --help lists the commands', async () => {
  const manifest = JSON.parse(
    readFileSync(new URL('../../../packages/cli/package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  const [version, help] = await Promise.all([cli(['--version']), cli(['--help'])]);
  expect(version).toMatchObject({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const name of ['run', 'models', 'login', 'demo', 'completion'])
    expect(help.stdout).toMatch(`\n  ${name} `);
});

test('prints the usage to stderr and exits with 2 without a command and a terminal (F5)', async () => {
  const { code, stdout, stderr } = await cli([]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^Usage: tryout/);
  expect(stderr).toMatch(/\nerror: The picker requires a terminal\nhint: /);
});

test.each([
  [['models'], 'Missing argument <task>'],
  [['info'], 'Missing argument <model>'],
  [['models', 'fill-mask', '--limit'], 'Missing value for --limit <n>'],
  [['run', 'fill-mask', '-m'], 'Missing value for -m, --model <id>'],
  [['whoami', 'me', 'too'], "Too many arguments for 'whoami': 2 instead of 0"],
  [['completion', 'tcsh'], "Unsupported shell 'tcsh'"],
  [['login', '--device', '--browser'], '--device cannot be used with --browser'],
])('T17: %j is rejected in our words', async (words, message) => {
  const { code, stderr } = await cliInProcess([...words]);
  expect({ code, message: stderr.split('\n')[0] }).toEqual({ code: 2, message: `error: ${message}` });
});

describe.concurrent('exits with 2 and one error for invalid arguments', () => {
  const cases: [words: string[], code: ErrorCode, mention: string, hint?: string][] = [
    [['nonsense'], 'USAGE', "'nonsense'"],
    [['run'], 'USAGE', '<task>'],
    [['run', 'fill-mask', '--modle', 'a/b'], 'USAGE', "'--modle'", 'Did you mean --model?'],
    [['models'], 'USAGE', '<task>', 'List the tasks with tryout tasks.'],
    [['models', 'fill-mask', '--limit'], 'USAGE', '--limit'],
    [['tasks', 'asr', 'more'], 'USAGE', "'tasks'"],
    [['whoami', 'more'], 'USAGE', "'whoami'"],
    [['demo', 'more'], 'USAGE', "'demo'"],
    [['models', 'fill-mask', 'more'], 'USAGE', "'models'"],
    [['help', 'nonsense'], 'USAGE', "'nonsense'"],
    [['models', 'fill-mask', '--limit', '1001'], 'USAGE', "--limit '1001'", 'Use a number from 1 to 1000.'],
    [['tasks', '--timeout', 'soon'], 'USAGE', "--timeout 'soon'"],
    [['whoami', '--hub-url', 'nowhere'], 'INVALID_INPUT', "'nowhere'"],
    [['completion', 'csh'], 'USAGE', "'csh'", 'Did you mean zsh?'],
    [['sandbox', '--port', '70000'], 'USAGE', "--port '70000'"],
  ];
  test.each(cases)('%j', async (words, code, mention, hint = expect.stringMatching(/./) as string) => {
    const ended = await cliInProcess([...words, '--json']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    const message = expect.stringContaining(mention) as string;
    expect(JSON.parse(ended.stderr)).toMatchObject({ error: { code, message, hint } });
  });

  test('prints the error as one line of JSON with --json', async () => {
    const { code, stdout, stderr } = await cli(['models', '--json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'USAGE',
        name: 'InputError',
        message: 'Missing argument <task>',
        status: null,
        url: null,
        requestId: null,
        hint: 'List the tasks with tryout tasks.',
      },
    });
  });
});

test('tasks lists all tasks with their input options', async () => {
  const { code, stdout, stderr } = await cli(['tasks', '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const listed = JSON.parse(stdout) as {
    id: string;
    fields: { option: string; kind: string }[];
    result: string;
  }[];
  expect(listed.map(({ id }) => id)).toEqual(tasks.map(({ id }) => id));
  expect(listed).toHaveLength(tasks.length);
  expect(listed.find(({ id }) => id === 'zero-shot-image-classification')).toMatchObject({
    label: 'Zero-Shot Image Classification',
    modality: 'cv',
    fields: [
      { option: '--image', kind: 'image' },
      { option: '--label', kind: 'list' },
    ],
    result: 'labels',
    aliases: ['clip', 'zero-shot-image'],
  });
});

test('C9: tasks can be named by an alias', async () => {
  const { code, stdout } = await cli(['run', 'Sentiment', 'What a lovely day', '--json', '--sandbox']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([{ label: 'POSITIVE' }, {}, {}]);
});

test('the help of a task shows its inputs and parameters', async () => {
  const { code, stdout } = await cli(['run', 'question-answering', '--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Usage: tryout run question-answering <question> <context> \[options\]/);
  expect(stdout).toMatch(/--context <text>/);
  expect(stdout).not.toMatch(/--image/);
  expect(stdout).toMatch(/\n {2}max_answer_len=<integer>\n {6}\S/);
});

test('suggests a similar name for an unknown task', async () => {
  const { code, stderr } = await cli(['run', 'text-to-speach', 'x']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: Unknown task 'text-to-speach'\nhint: Did you mean .*text-to-speech/);
});

test('suggests a similar name for an unknown command', async () => {
  const { code, stderr } = await cli(['pen']);
  expect(code).toBe(2);
  expect(stderr).toBe("error: Unknown command 'pen'\nhint: Did you mean open?\n");
});

test('the help of rerun names the model of the run as the default', async () => {
  const { stdout } = await cli(['rerun', '--help']);
  expect(stdout).toMatch(/--model <id> +model ID or the URL of its page \(default: the run's\s+model\)/);
});
