import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { launcher } from '../../support/built-cli.ts';
import {
  at,
  cli,
  waitForExit,
  isolatedEnvironment,
  temporaryFolder,
  type CommandResult,
  type CliOptions,
} from '../../support/cli.ts';
import { sendJson, serve } from '../../support/loopback.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const tune = fileURLToPath(new URL('../../../examples/tune.wav', import.meta.url));
const tracks = ['low', 'high'].map((label) => ({
  label,
  blob: readFileSync(tune, 'base64'),
  'content-type': 'audio/wav',
}));

/** Runs a command with a file size limit, in blocks of 512 bytes, to simulate a full disk. */
async function limited(
  blocks: number,
  folder: string,
  words: readonly string[],
  { environment, input }: CliOptions = {},
): Promise<CommandResult> {
  const shell = `trap "" XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`;
  const child = spawn('sh', ['-c', shell, process.execPath, launcher, ...words, ...at(sandbox)], {
    cwd: folder,
    env: isolatedEnvironment(folder, { TMPDIR: folder, ...environment }),
  });
  child.stdin.end(input);
  return waitForExit(child);
}

const runInto = (folder: string, ...words: readonly string[]) =>
  limited(4, folder, ['run', '--no-history', ...words], { environment: { HF_TOKEN: 'hf_sandbox' } });

const paint = ['text-to-image', 'a red circle', '-o', 'a.png'];
const isPng = (bytes: Buffer) => bytes.subarray(1, 4).toString() === 'PNG';

describe.skipIf(process.platform === 'win32')('X6: a result that cannot be saved', () => {
  test('is written to standard output, leaves no file and exits with 1', async () => {
    const folder = temporaryFolder();
    const { code, stderr, stdoutBytes } = await runInto(folder, ...paint);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'error: Could not write a.png (EFBIG)\nhint: The result was written to standard output.\n',
    );
    expect(isPng(stdoutBytes)).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is included in the JSON', async () => {
    const { code, stdout } = await runInto(temporaryFolder(), ...paint, '--json');
    expect(code).toBe(1);
    const { file, data } = JSON.parse(stdout) as { file: null; data: string };
    expect(file).toBe(null);
    expect(isPng(Buffer.from(data, 'base64'))).toBe(true);
  });

  test('does not change the file it would replace', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.png'), 'mine');
    const { code, stderr } = await runInto(folder, ...paint, '--force');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: Could not write a\.png/m);
    expect(readdirSync(folder)).toEqual(['a.png']);
    expect(readFileSync(join(folder, 'a.png'), 'utf8')).toBe('mine');
  });

  test('is saved in a temporary folder if its folder is gone, including several audio files', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'gone'));
    const server = await serve(({ url }, response) => {
      rmSync(join(folder, 'gone'), { recursive: true });
      sendJson(response, url.includes('audio') ? tracks : [{ translation_text: 'Guten Tag' }]);
    });
    const words = (task: string, input: string, file: string) => [
      ...['run', task, input, '--endpoint-url', `${server.url}/${task}`, '-o', file],
    ];
    const options = { folder, environment: { TMPDIR: folder } };
    const text = await cli(words('translation', 'Good day', 'gone/a.txt'), options);
    expect(text).toMatchObject({ code: 1, stdout: '' });
    const [, path = ''] =
      /^error: Could not write gone\/a\.txt \(ENOENT\)\nhint: The result is in (\S+)\.\n$/.exec(
        text.stderr,
      ) ?? [];
    expect(readFileSync(path, 'utf8')).toBe('Guten Tag\n');
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    mkdirSync(join(folder, 'gone'));
    const sounds = await cli(words('audio-to-audio', tune, 'gone/a.wav'), options);
    expect(sounds.code).toBe(1);
    expect(sounds.stderr).toMatch(/hint: The result is in \S+a-1\.wav and \S+a-2\.wav\.$/m);
    for (const [path] of sounds.stderr.matchAll(/\S+a-\d\.wav(?= and|\.$)/gm))
      expect(readFileSync(path)).toEqual(readFileSync(tune));
  });

  test('does not replace a file created during the run', async () => {
    const folder = temporaryFolder();
    const server = await serve((_received, response) => {
      writeFileSync(join(folder, 'a.txt'), 'mine');
      sendJson(response, [{ translation_text: 'Guten Tag' }]);
    });
    const words = ['run', 'translation', 'Good day', '--endpoint-url', server.url, '-o', 'a.txt'];
    const { code, stderr } = await cli(words, { folder, environment: { TMPDIR: folder } });
    expect(code).toBe(1);
    const [, path = ''] =
      /^error: a\.txt already exists\nhint: The result is in (\S+)\.\n$/.exec(stderr) ?? [];
    expect(readFileSync(path, 'utf8')).toBe('Guten Tag\n');
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('mine');
  });

  test('is kept even if it is a partial answer', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'gone'));
    const piece = { choices: [{ index: 0, delta: { content: 'Once upon' } }] };
    const server = await serve((_received, response) => {
      rmSync(join(folder, 'gone'), { recursive: true });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify(piece)}\n\n`);
    });
    const address = `${server.url}/v1/chat/completions`;
    const words = ['run', 'text-generation', 'Hi', '--endpoint-url', address, '-o', 'gone/a.txt'];
    const { code, stderr } = await cli(words, { folder, environment: { TMPDIR: folder } });
    expect(code).toBe(1);
    const [, path = ''] =
      /^Could not write gone\/a\.txt \(ENOENT\)\.\nThe answer is incomplete; the partial answer is in (\S+)$/m.exec(
        stderr,
      ) ?? [];
    expect(readFileSync(path, 'utf8')).toBe('Once upon');
  });
});

describe.skipIf(process.platform === 'win32')('X8: signing in on a full disk', () => {
  const login = ['login', '--token-stdin'];

  test('leaves no lock file and fails, since nothing is stored', async () => {
    const folder = temporaryFolder();
    const { code, stderr } = await limited(0, folder, login, { input: 'hf_first' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Signed in for this session only: \S+ cannot be written \(EFBIG\)\.$/m);
    expect(readdirSync(join(folder, 'settings'))).toEqual([]);
  });

  test('as another user fails and notes that the previous sign-in is kept', async () => {
    const folder = temporaryFolder();
    expect((await cli([...login, ...at(sandbox)], { folder, input: 'hf_first' })).code).toBe(0);
    const { code, stderr } = await limited(0, folder, login, { input: 'hf_second' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/cannot be written \(EFBIG\)\. The previous sign-in is still stored there\.$/m);
    expect(stderr).toMatch(
      /^error: The token was not stored: the next command still uses the previous sign-in\nhint: /m,
    );
    const [name = '', ...others] = readdirSync(join(folder, 'settings'));
    expect(others).toEqual([]);
    expect(readFileSync(join(folder, 'settings', name), 'utf8')).toContain('hf_first');
  });
});
