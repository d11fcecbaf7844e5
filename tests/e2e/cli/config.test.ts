import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { fileLock } from '@tryout/engine/node';
import { cli as startCli, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { openPicker } from '../../support/open-picker.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = {
  HF_ENDPOINT: sandbox.hubUrl,
  HF_INFERENCE_ENDPOINT: sandbox.inferenceUrl,
  HF_TOKEN: 'hf_test',
};

let folder: string;
let file: string;

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'settings', 'settings.json');
  sandbox.forget();
});

const run = (...words: string[]) => cli(words, { folder, environment });
const config = (...words: string[]) => run('config', ...words);
const modeOf = (path: string) => statSync(path).mode & 0o777;

function store(text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const runs = () => sandbox.requests.filter(({ method }) => method === 'POST');

describe('tryout config', () => {
  test('sets, gets, lists and unsets settings', async () => {
    expect(await config()).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^No settings/),
    });
    expect(await config('set', 'provider', 'groq')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'Set provider to groq.\n',
    });
    await config('set', 'model.summarization', 'sandbox/word-frequency-summary');
    expect(await config('get', 'provider')).toMatchObject({ code: 0, stdout: 'groq\n', stderr: '' });
    expect(await config('list')).toMatchObject({
      stdout: 'provider\tgroq\nmodel.summarization\tsandbox/word-frequency-summary\n',
    });
    expect(JSON.parse((await config('--json')).stdout)).toEqual({
      provider: 'groq',
      'model.summarization': 'sandbox/word-frequency-summary',
    });
    expect(await config('unset', 'provider')).toMatchObject({ code: 0, stderr: 'Unset provider.\n' });
    expect(await config('unset', 'provider')).toMatchObject({ code: 0, stderr: 'provider is not set.\n' });
    expect(await config('get', 'provider')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'provider is not set.\n',
    });
    expect(await config('get', 'provider', '--json')).toMatchObject({ stdout: 'null\n' });
    expect(await config('path')).toMatchObject({ code: 0, stdout: `${file}\n` });
  });

  test('keeps the file private and does not change the mode of an existing folder', async () => {
    const settings = dirname(file);
    await config('set', 'graphics', 'off');
    expect([modeOf(settings), modeOf(file)]).toEqual([0o700, 0o600]);
    expect(readdirSync(settings)).toEqual(['settings.json']);
    chmodSync(settings, 0o755);
    await config('set', 'graphics', 'auto');
    expect([modeOf(settings), modeOf(file)]).toEqual([0o755, 0o600]);
  });

  test.each([
    [['set', 'providr', 'x'], "Unknown setting 'providr'", 'Did you mean provider?'],
    [['get', 'color'], "Unknown setting 'color'", 'List them with tryout config --help.'],
    [['set', 'model.sumarization', 'a/b'], "Unknown task 'sumarization'", 'Did you mean summarization?'],
    [
      ['set', 'model.summarization', '../x'],
      "Invalid value '../x' for model.summarization",
      expect.any(String),
    ],
    [['set', 'provider', 'Fal AI'], "Invalid value 'Fal AI' for provider", expect.any(String)],
    [['set', 'graphics', 'ascii'], "Invalid value 'ascii' for graphics", expect.stringContaining('kitty')],
    [['set', 'history', 'maybe'], "Invalid value 'maybe' for history", 'Choose one of on, off.'],
    [['set', 'provider'], 'Missing argument <value>', 'Add --help to see the usage.'],
    [['list', 'provider'], "Unexpected argument 'provider'", expect.any(String)],
    [['provider', 'groq'], "Unexpected argument 'provider'", 'The actions are list, get, set, unset, path.'],
  ])('%j is a usage error', async (words, message: unknown, hint: unknown) => {
    const { code, stderr } = await config(...words, '--json');
    expect(code).toBe(2);
    expect(JSON.parse(stderr)).toMatchObject({ error: { message, hint } });
    expect(readdirSync(folder)).not.toContain('settings');
  });

  test.each(['{"provider":', '["groq"]', '{"provider": 1}'])(
    'reports a broken file and does not replace it: %s',
    async (text) => {
      store(text);
      for (const words of [
        ['config'],
        ['config', 'set', 'provider', 'groq'],
        ['run', 'summarization', 'x'],
      ]) {
        const { code, stderr } = await run(...words);
        expect(code).toBe(2);
        expect(stderr).toMatch(new RegExp(`^error: The settings in ${file} are not .+\nhint: Fix the file`));
      }
      expect(readFileSync(file, 'utf8')).toBe(text);
      expect(runs()).toEqual([]);
    },
  );

  test('S18: a writer waits for another one, and keeps what it wrote', async () => {
    store('{"other": "kept"}');
    const start = (...words: string[]) => startCli(['config', ...words], { folder, environment });
    const writing = await fileLock(`${file}.lock`)(async () => {
      const writers = [start('set', 'provider', 'groq'), start('set', 'graphics', 'off')];
      // Each takes about as long as a writer that does not wait.
      for (let times = 0; times < 3; times += 1) expect((await start('get', 'provider')).stdout).toBe('');
      store('{"other": "kept", "history": "off"}');
      return writers;
    });
    await Promise.all(writing);
    const all = { other: 'kept', history: 'off', provider: 'groq', graphics: 'off' };
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(all);
    expect([modeOf(file), readdirSync(dirname(file))]).toEqual([0o600, ['settings.json']]);
  });

  test('S18: a byte order mark and unknown keys are read and kept, and reading creates nothing', async () => {
    expect(await config('get', 'provider')).toMatchObject({ code: 0, stderr: 'provider is not set.\n' });
    expect(readdirSync(folder)).not.toContain('settings');
    store('\ufeff{"provider": "groq", "a.b": "1", "__proto__": "x"}');
    expect(await config('get', 'provider')).toMatchObject({ code: 0, stdout: 'groq\n' });
    await config('unset', 'provider');
    expect(await config('--json')).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toContain('"a.b"');
  });

  test('reports an unreadable file and an invalid value with the path', async () => {
    mkdirSync(file, { recursive: true });
    expect((await config()).stderr).toContain(
      `Could not read the settings in ${file} (it is not a regular file)`,
    );
    folder = temporaryFolder();
    file = join(folder, 'settings', 'settings.json');
    store('{"provider": "Fal AI"}');
    const { code, stderr } = await run('run', 'summarization', 'x');
    expect(code).toBe(2);
    expect(stderr).toContain(`Invalid value 'Fal AI' for provider in ${file}`);
    expect(await config('set', 'provider', 'fal-ai')).toMatchObject({ code: 0 });
  });

  test('completes keys and values', async () => {
    const complete = async (...words: string[]) => (await run('complete', '--', 'config', ...words)).stdout;
    expect(await complete('s')).toBe('set\tchange a setting\n');
    expect(await complete('set', 'gra')).toMatch(/^graphics\t/);
    expect(await complete('set', 'graphics', 'k')).toBe('kitty\n');
    expect(await complete('set', 'history', '')).toBe('on\noff\n');
  });
});

describe('settings in runs', () => {
  const text = 'The fox ran. The fox slept. The dog barked.';

  test('set the model, and -m overrides it', async () => {
    await config('set', 'model.summarization', 'sandbox/word-frequency-summary');
    await run('run', 'summarization', text);
    await run('run', 'summarization', text, '-m', 'sandbox/lead-summary');
    expect(runs().map(({ url }) => url)).toEqual([
      '/inference/hf-inference/models/sandbox/word-frequency-summary',
      '/inference/hf-inference/models/sandbox/lead-summary',
    ]);
    expect((await run('snippet', 'summarization', text, '--lang', 'curl')).stdout).toContain(
      'word-frequency',
    );
  });

  test('set the provider, and --provider overrides it', async () => {
    store('{"provider": "groq", "bill-to": "acme"}');
    const words = ['run', 'text-generation', 'Hi', '-m', 'sandbox/plain-assistant'];
    await run(...words);
    await run(...words, '--provider', 'auto', '--bill-to', 'other');
    const sent = runs().map(({ url, headers }) => [url, headers['x-hf-bill-to']]);
    expect(sent).toEqual([
      [expect.stringMatching(/^\/inference\/groq\//), 'acme'],
      ['/inference/v1/chat/completions', 'other'],
    ]);
  });

  test('do not apply to the sandbox or to endpoints', async () => {
    store('{"provider": "groq", "bill-to": "acme", "model.fill-mask": "a/b"}');
    expect(await run('run', 'fill-mask', 'Paris is [MASK].', '--sandbox')).toMatchObject({ code: 0 });
    const endpoint = `${sandbox.inferenceUrl}/hf-inference/models/sandbox/lead-summary`;
    expect(await run('run', 'summarization', text, '--endpoint-url', endpoint)).toMatchObject({ code: 0 });
    expect(runs().map(({ headers }) => headers['x-hf-bill-to'])).toEqual([undefined]);
  });
});

describe('settings in the picker', () => {
  test('select the model and its provider', async () => {
    store('{"provider": "groq", "bill-to": "acme", "model.text-generation": "sandbox/plain-assistant"}');
    const picker = openPicker(sandbox, ['text-generation'], {
      environment: { TRYOUT_CONFIG_DIR: dirname(file) },
    });
    await picker.until(/❯ sandbox\/plain-assistant/);
    await picker.pressUntil('enter', /Provider: groq/);
    expect(picker.screen()).toContain('acme');
  });
});
