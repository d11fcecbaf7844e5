import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { tasks } from '@tryout/engine';
import { describe, expect, test } from 'vitest';
import { launcher } from '../../support/built-cli.ts';
import {
  at,
  cli,
  waitForExit,
  isolatedEnvironment,
  temporaryFolder,
  type CliOptions,
} from '../../support/cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { testWith } from '../../engine/snippets/support/programs.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();

/** The completions that the shells get, without descriptions. */
async function completionsOf(
  words: readonly string[],
  environment: CliOptions['environment'] = {},
): Promise<string[]> {
  const { code, stdout, stderr } = await cliInProcess(['complete', '--', ...words], { environment });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .split('\n')
    .flatMap((line) => line.split('\t', 1))
    .filter((name) => name !== '');
}

async function completeInBash(words: readonly string[]): Promise<string[]> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  symlinkSync(launcher, join(folder, 'bin', 'tryout'));
  writeFileSync(join(folder, 'photo.png'), '');
  const script = [
    'eval "$(tryout completion bash)"',
    `COMP_WORDS=(tryout ${words.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${words.length}`,
    '_tryout',
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ].join('\n');
  const path = [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  const shell = spawn('bash', ['--norc', '-c', script], {
    cwd: folder,
    env: isolatedEnvironment(folder, { PATH: path }),
  });
  const { stdout, stderr } = await waitForExit(shell);
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

describe.concurrent('bash completes', () => {
  testWith('bash').each<[words: string[], completions: string[]]>([
    [['lo'], ['login', 'logout']],
    [
      ['help', 'lo'],
      ['login', 'logout'],
    ],
    [['--sandbox', 'run', 'fill-mask', '-p', 'to'], ['top_k=']],
    [['run', 'image-to-text', '--image', 'ph'], ['photo.png']],
    [['run', 'image-to-text', 'ph'], ['photo.png']],
    [['run', 'summarization', '--text', 'ph'], ['photo.png']],
    [['run', 'fill-mask', '--que'], []],
  ])('%j: %j', async (words, completions) => {
    expect(await completeInBash(words)).toEqual(completions);
  });
});

describe('the completions', () => {
  test.each<[words: string[], completions: string[]]>([
    [
      ['run', 'text-to-'],
      ['text-to-image', 'text-to-speech'],
    ],
    // C9: aliases complete too.
    [['run', 'asr'], ['asr']],
    [
      ['models', 'tabu'],
      ['tabular-classification', 'tabular-regression'],
    ],
    [['run', 'question-answering', '--con'], ['--context']],
    [['run', 'visual-question-answering', '--que'], ['--question']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['models', '--lim'], ['--limit']],
    [
      ['snippet', 'text-to-'],
      ['text-to-image', 'text-to-speech'],
    ],
    [['snippet', 'fill-mask', '--con'], []],
    [
      ['snippet', 'fill-mask', '--lang', ''],
      ['curl', 'python', 'js', 'all'],
    ],
    [['run', 'fill-mask', '--snippet', '--client', 'lib'], ['library']],
    [['snippet', 'fill-mask', '--client', 'op'], ['openai']],
    [['run', '--snip'], ['--snippet']],
    ...[['--lit'], ['run', '--lit'], ['snippet', 'fill-mask', '--lit']].map((words): [string[], string[]] => [
      words,
      ['--literal'],
    ]),
    [['login', '--tok'], ['--token-stdin']],
    [['nonsense', ''], []],
  ])('of %j are %j', async (words, completions) => {
    expect(await completionsOf(words)).toEqual(completions);
  });

  test('are all visible commands and all tasks', async () => {
    expect(await completionsOf([''])).toEqual([
      'run',
      'chat',
      'history',
      'rerun',
      'open',
      'snippet',
      'tasks',
      'models',
      'info',
      'login',
      'logout',
      'whoami',
      'config',
      'web',
      'sandbox',
      'demo',
      'completion',
      'help',
      ...tasks.map(({ id }) => id),
    ]);
    expect(await completionsOf(['run', ''])).toEqual(tasks.map(({ id }) => id));
  });
});

test('completions have descriptions', async () => {
  const { stdout } = await cliInProcess(['complete', '--', 'run', 'fill-mask', '-p', '']);
  expect(stdout).toMatch(/^targets=\t\S.+\n/m);
  expect((await cliInProcess(['complete', ...at(sandbox), '--', 'lo'])).stdout).toBe(
    'login\tsign in with a token, in the browser or with a code\nlogout\tsign out\n',
  );
});

/** Writes the completion script and links the launcher; returns the script's path and the environment. */
async function scriptFor(shell: string) {
  const folder = temporaryFolder();
  const { stdout } = await cli(['completion', shell]);
  const script = join(folder, `completion.${shell}`);
  writeFileSync(script, stdout);
  symlinkSync(launcher, join(folder, 'tryout'));
  const path = [folder, dirname(process.execPath), process.env['PATH']].join(delimiter);
  return { script, env: isolatedEnvironment(folder, { PATH: path }) };
}

describe.each(['zsh', 'fish'] as const)('%s', (shell) => {
  testWith(shell)('parses the completion script', async () => {
    const { script, env } = await scriptFor(shell);
    const { status, stderr } = spawnSync(shell, ['-n', script], { env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

testWith('fish')('fish completes the same words', async () => {
  const { script, env } = await scriptFor('fish');
  const completions = (line: string) =>
    spawnSync('fish', ['-c', `source ${script}; complete -C ${JSON.stringify(line)}`], {
      env,
      encoding: 'utf8',
    }).stdout;
  expect(completions('tryout lo')).toBe(
    'login\tsign in with a token, in the browser or with a code\nlogout\tsign out\n',
  );
  expect(completions('tryout run fill-mask -p to')).toMatch(/^top_k=\t/);
  expect(completions('tryout snippet --lang p')).toBe('python\n');
});
