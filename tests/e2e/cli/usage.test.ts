import { readFileSync } from 'node:fs';
import type { ErrorCode } from '@tryout/engine';
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
  expect(stderr).toMatch(
    /^Usage: tryout \[task\][^]*\nerror: The picker requires a terminal\nhint: See tryout --help\.\n$/,
  );
});

describe('exits with 2 and one error for invalid arguments', () => {
  const cases: [words: string[], code: ErrorCode, message: string, hint?: string][] = [
    [['nonsense'], 'USAGE', "'nonsense'"],
    [['run'], 'USAGE', '<task>'],
    [['run', 'fill-mask', '--modle', 'a/b'], 'USAGE', "'--modle'", 'Did you mean --model?'],
    [['run', 'fill-mask', '-m'], 'USAGE', 'Missing value for -m, --model <id>'],
    [['models'], 'USAGE', 'Missing argument <task>', 'List the tasks with tryout tasks.'],
    [['models', 'fill-mask', '--limit'], 'USAGE', 'Missing value for --limit <n>'],
    [['models', 'fill-mask', '--limit', '1001'], 'USAGE', "--limit '1001'", 'Use a number from 1 to 1000.'],
    [['models', 'fill-mask', 'more'], 'USAGE', "'models'"],
    [['info'], 'USAGE', 'Missing argument <model>'],
    [['tasks', 'asr', 'more'], 'USAGE', "'tasks'"],
    [['tasks', '--timeout', 'soon'], 'USAGE', "--timeout 'soon'"],
    [['whoami', 'me', 'too'], 'USAGE', "Too many arguments for 'whoami': 2 instead of 0"],
    [['whoami', '--hub-url', 'nowhere'], 'INVALID_INPUT', "'nowhere'"],
    [['demo', 'more'], 'USAGE', "'demo'"],
    [['help', 'nonsense'], 'USAGE', "'nonsense'"],
    [['completion', 'csh'], 'USAGE', "Unsupported shell 'csh'", 'Did you mean zsh?'],
    [['login', '--device', '--browser'], 'USAGE', '--device cannot be used with --browser'],
    [['sandbox', '--port', '70000'], 'USAGE', "--port '70000'"],
  ];
  test.each(cases)('T17: %j', async (words, code, message, hint = expect.stringMatching(/./) as string) => {
    const ended = await cliInProcess([...words, '--json']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
    const { error } = JSON.parse(ended.stderr) as { error: { message: string } };
    const whole = /^[A-Z]/.test(message) ? message : (expect.stringContaining(message) as string);
    const nothing = { status: null, url: null, requestId: null };
    expect(error).toEqual({ code, name: 'InputError', message: whole, hint, ...nothing });
  });
});

test('C9: tasks can be named by an alias', async () => {
  const { code, stdout } = await cliInProcess([
    'run',
    'Sentiment',
    'What a lovely day',
    '--json',
    '--sandbox',
  ]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject([{ label: 'POSITIVE' }, {}, {}]);
});

test('the help of rerun names the model of the run as the default', async () => {
  const { stdout } = await cliInProcess(['rerun', '--help']);
  expect(stdout).toMatch(/--model <id> +model ID or the URL of its page \(default: the run's\s+model\)/);
});
