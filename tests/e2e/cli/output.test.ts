import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { at, cli, temporaryFolder, type CliOptions, type CommandResult } from '../../support/cli.ts';
import { cliInProcess } from '../../support/cli-in-process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const exampleFile = (name: string) => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));
const tune = exampleFile('tune.wav');
const shapes = exampleFile('shapes.png');

beforeEach(() => sandbox.forget());

const optionsFor = (folder: string, input: string | Buffer = ''): CliOptions => ({
  folder,
  input,
  environment: { HF_TOKEN: 'hf_sandbox' },
});

function run(words: readonly string[], folder: string, input?: string): Promise<CommandResult> {
  return cliInProcess(['run', ...words, ...at(sandbox)], optionsFor(folder, input));
}

/** Like `run`, in a process of its own. */
function runAlone(words: readonly string[], folder: string, input?: Buffer): Promise<CommandResult> {
  return cli(['run', ...words, ...at(sandbox)], optionsFor(folder, input));
}

const isPng = (bytes: Buffer) => bytes.subarray(1, 4).toString() === 'PNG';
const paint = ['text-to-image', 'a red circle'];

describe('files (F50)', () => {
  test('saves an image under a generated name, printed with --json', async () => {
    const folder = temporaryFolder();
    const { code, stdout } = await run([...paint, '--json'], folder);
    expect(code).toBe(0);
    const { file } = JSON.parse(stdout) as { file: string };
    expect(readdirSync(folder).filter((name) => name.endsWith('.png'))).toEqual([file]);
    expect(isPng(readFileSync(join(folder, file)))).toBe(true);
  });

  test('two runs in the same second do not overwrite each other', async () => {
    const folder = temporaryFolder();
    await Promise.all([runAlone([...paint, '--json'], folder), runAlone([...paint, '--json'], folder)]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.png'))).toHaveLength(2);
  });

  test('does not replace an existing file and reports it before any request', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'a.png'), 'mine');
    const { code, stderr } = await run([...paint, '-o', 'a.png'], folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: a\.png already exists\nhint: .*--force/);
    expect(readFileSync(join(folder, 'a.png'), 'utf8')).toBe('mine');
    expect(sandbox.requests).toEqual([]);
  });

  test('--force replaces a file, and a symlink instead of its target', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'precious'), 'mine');
    symlinkSync('precious', join(folder, 'a.png'));
    expect((await run([...paint, '-o', 'a.png'], folder)).code).toBe(2);
    expect((await run([...paint, '-o', 'a.png', '--force'], folder)).code).toBe(0);
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('mine');
    expect(lstatSync(join(folder, 'a.png')).isFile()).toBe(true);
    expect(isPng(readFileSync(join(folder, 'a.png')))).toBe(true);
    expect(readdirSync(folder).filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  test('does not follow a dangling symlink', async () => {
    const folder = temporaryFolder();
    symlinkSync('elsewhere', join(folder, 'a.png'));
    expect((await run([...paint, '-o', 'a.png'], folder)).code).toBe(2);
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });

  test('never replaces a device, even with --force', async () => {
    const { code, stderr } = await run([...paint, '-o', '/dev/null', '--force'], temporaryFolder());
    expect(code).toBe(2);
    expect(stderr).toMatch(/\/dev\/null is not a regular file/);
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  test('numbers several audio files, and replaces them only with --force', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'part-2.wav'), 'mine');
    const words = ['audio-to-audio', tune, '-o', 'part.wav'];
    const { code, stderr } = await run(words, folder);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^error: part-2\.wav already exists\nhint: .*--force/);
    expect(sandbox.requests).toEqual([]);
    expect((await run([...words, '--force'], folder)).code).toBe(0);
    for (const name of ['part-1.wav', 'part-2.wav'])
      expect(readFileSync(join(folder, name)).subarray(0, 4).toString()).toBe('RIFF');
  });

  test('--json includes several audio files and saves no files', async () => {
    const folder = temporaryFolder();
    const { code, stdout } = await run(['audio-to-audio', tune, '--json'], folder);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toHaveLength(2);
    expect(readdirSync(folder).filter((name) => name.endsWith('.wav'))).toEqual([]);
  });

  test('notes a file extension that does not match the content', async () => {
    const folder = temporaryFolder();
    const [boxes, text] = await Promise.all([
      run(['text-classification', 'good', '-o', 'a.png'], folder),
      run(['translation', 'The quick brown fox', '-o', 'a.wav'], folder),
    ]);
    expect(boxes.stderr).toBe('Saved to a.png (it contains JSON).\n');
    expect(text.stderr).toBe('Saved to a.wav (it contains text).\n');
    expect((await run([...paint, '-o', 'b.PNG'], folder)).stderr).toBe('');
  });

  test('C12: saves boxes and masks as an image with a legend, or as JSON by the file name', async () => {
    const folder = temporaryFolder();
    const saved = (name: string) => readFileSync(join(folder, name));
    const pixelsOf = async (bytes: Buffer) =>
      sharp(bytes).extract({ left: 0, top: 0, width: 480, height: 360 }).removeAlpha().raw().toBuffer();
    const results = await Promise.all([
      run(['image-segmentation', shapes, '-o', 'masks.png'], folder),
      run(['object-detection', shapes, '-o', 'boxes.jpg'], folder),
      run(['object-detection', shapes, '-o', 'boxes.json'], folder),
    ]);
    expect(results.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, 'Saved to masks.png\n'],
      [0, 'Saved to boxes.jpg\n'],
      [0, 'Saved to boxes.json\n'],
    ]);
    for (const [name, format] of [
      ['masks.png', 'png'],
      ['boxes.jpg', 'jpeg'],
    ] as const) {
      const metadata = await sharp(saved(name)).metadata();
      expect(metadata).toMatchObject({ format, width: 480 });
      expect(metadata.height).toBeGreaterThan(370);
      expect((await pixelsOf(saved(name))).equals(await pixelsOf(readFileSync(shapes)))).toBe(false);
    }
    expect(JSON.parse(saved('boxes.json').toString())).toContainEqual(
      expect.objectContaining({ label: 'blue square' }),
    );
  });

  test('saves texts and JSON results', async () => {
    const folder = temporaryFolder();
    const words = ['translation', 'The quick brown fox'];
    const shown = await run(words, folder);
    const saved = await run([...words, '-o', 'a.txt'], folder);
    expect(saved).toMatchObject({ code: 0, stdout: '', stderr: 'Saved to a.txt\n' });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe(shown.stdout);
    const json = await run(['text-classification', 'good', '--json', '-o', 'a.json'], folder);
    expect(JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8'))).toEqual(JSON.parse(json.stdout));
  });
});

describe('standard output', () => {
  test('C6: an image in a pipe is its bytes, which the next command reads', async () => {
    const folder = temporaryFolder();
    const { code, stdoutBytes, stderr } = await runAlone(paint, folder);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(isPng(stdoutBytes)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith('.png'))).toEqual([]);
    const read = await runAlone(['image-to-text', '-'], folder, stdoutBytes);
    expect(read.stdout).toContain('red circle');
  });

  test('-o - writes the bytes to standard output and is rejected with --json before any request', async () => {
    const folder = temporaryFolder();
    const { code, stdoutBytes, stderr } = await run([...paint, '-o', '-'], folder);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(isPng(stdoutBytes)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith('.png'))).toEqual([]);
    sandbox.forget();
    const both = await run([...paint, '-o', '-', '--json'], folder);
    expect(both).toMatchObject({ code: 2, stdout: '' });
    expect(JSON.parse(both.stderr)).toMatchObject({
      error: { hint: 'Use -o FILE, or omit --json.' },
    });
    expect(sandbox.requests).toEqual([]);
  });

  test('escapes control characters from a model, as text and as JSON (F1, F2)', async () => {
    const words = ['text-classification', 'x', '-m', 'trouble/control-characters'];
    const [text, json] = await Promise.all([
      run(words, temporaryFolder()),
      run([...words, '--json'], temporaryFolder()),
    ]);
    // oxlint-disable-next-line no-control-regex -- these are the characters to find
    const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]/;
    expect(text.stdout).not.toMatch(unsafe);
    expect(text.stdout).toContain('<U+001B>]0;owned<U+0007>');
    expect(json.stdout).not.toMatch(unsafe);
    const [first] = JSON.parse(json.stdout) as { label: string }[];
    expect(first?.label).toContain('\u001b]0;owned\u0007');
    expect(first?.label).toContain('\u202eevil');
  });

  test('escapes control characters in a stream and in an error', async () => {
    const chat = await run(
      ['text-generation', 'x', '-m', 'trouble/stream-control-characters'],
      temporaryFolder(),
    );
    expect(chat.code).toBe(0);
    expect(chat.stdout).toContain('<U+001B>]0;owned<U+0007>');
    const error = await run(['text-classification', 'x', '-m', 'a\u001b]0;owned\u0007/b'], temporaryFolder());
    expect(error.stderr).toContain("'a<U+001B>]0;owned<U+0007>/b' is not a model ID");
  });

  test('reads a text from standard input or from a file, with a note for a file', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'review.txt'), 'What a wonderful day');
    const words = ['text-classification'];
    const typed = await run([...words, 'What a wonderful day'], folder);
    const piped = await run([...words, '-'], folder, 'What a wonderful day\n');
    const read = await run([...words, 'review.txt'], folder);
    const named = await run([...words, '--text', 'review.txt'], folder);
    const literal = await run([...words, 'review.txt', '--literal'], folder);
    expect(piped.stdout).toBe(typed.stdout);
    for (const one of [read, named])
      expect(one).toMatchObject({
        stdout: typed.stdout,
        stderr: 'Reading text from review.txt.\n',
      });
    expect(literal.stdout).not.toBe(typed.stdout);
  });

  test('--debug prints each request as curl to stderr; --json prints one value to stdout (F7)', async () => {
    const { code, stdout, stderr } = await run(
      ['fill-mask', 'Paris is the [MASK] of France.', '--debug', '--json'],
      temporaryFolder(),
    );
    expect(code).toBe(0);
    expect(Array.isArray(JSON.parse(stdout))).toBe(true);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(sandbox.requests.length);
    for (const line of lines) expect(line).toMatch(/^curl -X (GET|POST) .*'Authorization: Bearer hf_\*\*\*'/);
  });

  test('sends an unknown parameter with a note', async () => {
    const { code, stderr } = await run(['text-classification', 'x', '-p', 'mood=3'], temporaryFolder());
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'Unknown parameter mood, sent as is. See tryout run text-classification --help.\n',
    });
    const sent = sandbox.requests.at(-1);
    expect(JSON.parse(Buffer.from(sent?.body ?? []).toString())).toMatchObject({ parameters: { mood: 3 } });
  });
});
