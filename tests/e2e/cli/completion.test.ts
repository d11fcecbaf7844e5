import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { dataFolderOf } from '../../support/process.ts';
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

async function completeInBash(words: readonly string[], setup = ''): Promise<string[]> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  symlinkSync(launcher, join(folder, 'bin', 'tryout'));
  writeFileSync(join(folder, 'photo.png'), '');
  const script = [
    'eval "$(tryout completion bash)"',
    `COMP_WORDS=(tryout ${words.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${words.length}`,
    `COMP_LINE='tryout ${words.join(' ')}'`,
    setup,
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

const inBash = async (words: string[], completions: string[]) => {
  expect(await completeInBash(words)).toEqual(completions);
};

describe.concurrent('bash completes', () => {
  testWith('bash').each<[words: string[], completions: string[]]>([
    [['--sandbox', 'run', 'fill-mask', '-p', 'to'], ['top_k=']],
    [['run', 'image-to-text', 'ph'], ['photo.png']],
  ])('%j: %j', inBash);

  testWith('bash').each<[words: string[], completions: string[]]>([
    [['lo'], ['login', 'logout']],
    [
      ['help', 'lo'],
      ['login', 'logout'],
    ],
    [['run', 'image-to-text', '--image', 'ph'], ['photo.png']],
    [['run', 'summarization', '--text', 'ph'], ['photo.png']],
    [['run', 'fill-mask', '--que'], []],
  ])('%j: %j', { tags: ['nightly'] }, inBash);
});

testWith('bash')('T6: bash lists descriptions, cut to the width of the terminal', async () => {
  expect(await completeInBash(['lo'], 'COMP_TYPE=63 COLUMNS=40')).toEqual([
    'login   (sign in with a token, in the...',
    'logout  (sign out)',
  ]);
  expect(await completeInBash(['login'], 'COMP_TYPE=63')).toEqual(['login']);
});

const allClients = await completionsOf(['snippet', 'asr', '--client', '']);

describe.concurrent(
  'T6: after an equal sign or a colon, where bash splits words, it completes',
  { tags: ['nightly'] },
  () => {
    testWith('bash').each<[line: string, words: string[], completions: string[]]>([
      ['run fill-mask --provider=fa', ['run', 'fill-mask', '--provider', '=', 'fa'], ['fastest']],
      ['snippet asr --client=', ['snippet', 'asr', '--client', '='], allClients],
      ['run image-to-text --image=ph', ['run', 'image-to-text', '--image', '=', 'ph'], ['photo.png']],
      ['run asr -m org/model:ch', ['run', 'asr', '-m', 'org/model', ':', 'ch'], ['cheapest']],
      ['run asr --model=org/a:fa', ['run', 'asr', '--model', '=', 'org/a', ':', 'fa'], ['fastest']],
    ])('%j', async (line, words, completions) => {
      expect(await completeInBash(words, `COMP_LINE='tryout ${line}'`)).toEqual(completions);
    });
  },
);

testWith('fish').each([
  ['run fill-mask --provider=fa', '--provider=fastest'],
  ['run image-to-text --image=my\\ ph', '--image=my photo.png'],
  ['run image-to-text my\\ ph', 'my photo.png'],
  ['run image-to-text "my ph', 'my photo.png'],
])('T6: fish completes %j', { tags: ['nightly'] }, async (line, completion) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  symlinkSync(launcher, join(folder, 'bin', 'tryout'));
  writeFileSync(join(folder, 'my photo.png'), '');
  const path = [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  const script = `tryout completion fish | source; complete -C 'tryout ${line}'`;
  const shell = spawn('fish', ['--no-config', '-c', script], {
    cwd: folder,
    env: isolatedEnvironment(folder, { PATH: path }),
  });
  expect((await waitForExit(shell)).stdout.split(/[\t\n]/, 1)).toEqual([completion]);
});

describe('the completions', () => {
  test.each<[words: string[], completions: string[]]>([
    [
      ['run', 'text-to-'],
      ['text-to-image', 'text-to-speech', 'text-to-video', 'text-to-audio', 'text-to-music'],
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
      ['text-to-image', 'text-to-speech', 'text-to-video', 'text-to-audio', 'text-to-music'],
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
    [['run', 'fill-mask', '--provider=ch'], ['cheapest']],
    [['snippet', 'fill-mask', '--client=op'], ['openai']],
    [['run', 'fill-mask', '-m', 'org/model:f'], ['org/model:fastest']],
    [['history', '--sea'], ['--search']],
    [['history', '--task', 'tabular-c'], ['tabular-classification']],
    [['report', 'out'], [':file']],
    [['batch', 'fill-mask', 'in'], [':file']],
    [['mcp', '--print-config', ''], []],
  ])('of %j are %j', async (words, completions) => {
    expect(await completionsOf(words)).toEqual(completions);
  });

  test('are all visible commands and all tasks', async () => {
    const commands =
      'run batch chat compare report history rerun open snippet tasks models info login logout whoami config mcp web ' +
      'sandbox demo completion help';
    expect(await completionsOf([''])).toEqual([...commands.split(' '), ...tasks.map(({ id }) => id)]);
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

describe('T6: models', () => {
  const listed = async (folder: string, ...words: string[]) => {
    const options = { folder, environment: { HF_ENDPOINT: sandbox.hubUrl } };
    const { code } = await cliInProcess(['models', ...words], options);
    expect(code).toBe(0);
  };
  const completed = async (folder: string, ...words: string[]) => {
    const environment = { HF_ENDPOINT: sandbox.hubUrl };
    const { stdout } = await cliInProcess(['complete', '--', ...words], { folder, environment });
    return stdout.split('\n').filter((line) => line !== '');
  };

  test('are those listed last, without a request', async () => {
    const folder = temporaryFolder();
    expect(await completed(folder, 'run', 'fill-mask', '-m', '')).toEqual([]);
    await listed(folder, 'fill-mask');
    await listed(folder, 'text-generation');
    const before = sandbox.requests.length;
    const [first] = await completed(folder, 'run', 'fill-mask', '-m', 'sandbox/');
    expect(first).toMatch(/^sandbox\/\S+\t\S+ downloads$/);
    expect(await completed(folder, 'fill-mask', '')).toContain(first);
    expect(await completed(folder, 'config', 'set', 'model.fill-mask', '')).toContain(first);
    expect((await completed(folder, 'chat', '--model', 'sandbox/')).length).toBeGreaterThan(0);
    expect(await completed(folder, 'run', 'translation', '-m', '')).toEqual([]);
    // Those of the embedded hub are a list of their own.
    expect(await completed(folder, '--sandbox', 'run', 'fill-mask', '-m', '')).toEqual([]);
    expect(sandbox.requests.length).toBe(before);
  });

  test('are those of the history first, the newest first, as are its runs', async () => {
    const folder = temporaryFolder();
    const options = {
      folder,
      environment: {
        HF_ENDPOINT: sandbox.hubUrl,
        HF_INFERENCE_ENDPOINT: sandbox.inferenceUrl,
        HF_TOKEN: 'hf_test',
      },
    };
    for (const text of ['Good', 'Bad']) {
      const { code, stderr } = await cliInProcess(['run', 'text-classification', text], options);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    }
    await listed(folder, 'text-classification');
    const [first, ...others] = await completed(folder, 'run', 'text-classification', '-m', '');
    expect(first).toMatch(/^sandbox\/\S+\tlast run just now$/);
    expect(others.length).toBeGreaterThan(0);
    expect(
      others.every((line) => line.endsWith(' downloads') && !line.startsWith(first!.split('\t')[0]!)),
    ).toBe(true);
    expect(await completed(folder, 'info', '')).toEqual([first]);
    const runs = await completed(folder, 'history', 'show', '0');
    expect(runs.map((line) => line.split('\t')[1])).toEqual([
      'just now, text-classification: Bad',
      'just now, text-classification: Good',
    ]);
  });

  test('with names that a shell would interpret are left out', async () => {
    const folder = temporaryFolder();
    const models = ['org/$(id)', 'org/a b', 'org/good', 'org/`id`', 'org/;id'].map((id) => hubModel(id));
    const environment = { HF_ENDPOINT: (await fakeHub({ models })).url };
    expect((await cliInProcess(['models', 'fill-mask'], { folder, environment })).code).toBe(0);
    const words = ['complete', '--', 'run', 'fill-mask', '-m', ''];
    const { stdout } = await cliInProcess(words, { folder, environment });
    expect(stdout).toMatch(/^org\/good\t.+\n$/);
  });

  test('leave a file alone that is not a list of models', async () => {
    const folder = temporaryFolder();
    await listed(folder, 'fill-mask');
    const path = join(dataFolderOf(folder), 'listed-models.json');
    writeFileSync(path, 'my models');
    await listed(folder, 'fill-mask');
    expect(readFileSync(path, 'utf8')).toBe('my models');
    expect(await completed(folder, 'run', 'fill-mask', '-m', '')).toEqual([]);
  });
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

describe.each(['zsh', 'fish'] as const)('%s', { tags: ['nightly'] }, (shell) => {
  testWith(shell)('parses the completion script', async () => {
    const { script, env } = await scriptFor(shell);
    const { status, stderr } = spawnSync(shell, ['-n', script], { env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

testWith('zsh')(
  'T6: zsh completes without compinit, in order and with descriptions',
  { tags: ['nightly'] },
  async () => {
    const { env } = await scriptFor('zsh');
    const lines = [
      'source <(tryout completion zsh)',
      // What the functions of zsh would show.
      '_describe() { print -l -- "$1" "${(@P)argv[-1]}" }',
      'words=(tryout lo) CURRENT=2',
      '_tryout',
    ];
    const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', lines.join('\n')], { env, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toBe('-V\nlogin:sign in with a token, in the browser or with a code\nlogout:sign out\n');
  },
);

testWith('fish')('fish completes the same words', { tags: ['nightly'] }, async () => {
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
