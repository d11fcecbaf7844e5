import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { at, failureIn, startCli, temporaryFolder, waitForExit } from '../../support/cli.ts';
import { cliInProcess as cli, startInProcess } from '../../support/cli-in-process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();

beforeEach(() => sandbox.forget());

const REPORT = 'The meeting was long. Nothing was decided.';

function reportFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'notes'));
  writeFileSync(join(folder, 'report.txt'), REPORT);
  writeFileSync(join(folder, 'notes', 'report'), REPORT);
  writeFileSync(join(folder, 'my report.txt'), REPORT);
  writeFileSync(join(folder, 'labels.txt'), 'work\r\n\nfree time\n');
  writeFileSync(join(folder, 'work'), 'not a list');
  return folder;
}

/** Runs a command in a folder with files; also returns the request body. */
async function run(words: readonly string[], input = '') {
  const ended = await cli([...words, ...at(sandbox)], {
    folder: reportFolder(),
    input,
    environment: { HF_TOKEN: 'hf_sandbox' },
  });
  const sent = sandbox.requests.filter(({ method }) => method === 'POST').at(-1);
  const body = sent && (JSON.parse(Buffer.from(sent.body).toString()) as Record<string, unknown>);
  return { ...ended, body };
}

const readNote = (path: string) => `Reading text from ${path}.\n`;

describe('C1: a text input', () => {
  const read: [what: string, words: string[], note: string][] = [
    ['a file name by position', ['report.txt'], readNote('report.txt')],
    ['a file name by option', ['--text', 'report.txt'], readNote('report.txt')],
    ['a path without an extension', ['notes/report'], readNote('notes/report')],
    ['@FILE', ['@report.txt'], ''],
    ['@FILE by option', ['--text=@notes/report'], ''],
    ['@FILE in the home directory', ['@~/report.txt'], ''],
    ['@-', ['@-'], ''],
    ['- with --literal', ['-', '--literal'], ''],
  ];
  test.each(read)('is read from %s', async (_what, words, note) => {
    const { code, stderr, body } = await run(['run', 'summarization', ...words], `${REPORT}\n`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: note });
    expect(body).toEqual({ inputs: REPORT });
  });

  const sent: [what: string, words: string[], text: string][] = [
    ['@@x is the text @x', ['@@ada'], '@ada'],
    ['an argument with whitespace is never a file', ['@report.txt please'], '@report.txt please'],
    ['an argument with whitespace has no escapes', ['@@ -1,2 +1,3 @@'], '@@ -1,2 +1,3 @@'],
    ['a URL is not a path', ['https://example.org/report.html'], 'https://example.org/report.html'],
    ['the bare name of a folder is text', ['notes'], 'notes'],
    ['--literal accepts the name of a file', ['report.txt', '--literal'], 'report.txt'],
    ['--literal accepts a path', ['--literal', '--text', './reprot.txt'], './reprot.txt'],
    ['--literal accepts an @', ['@ada', '--literal'], '@ada'],
    ['--literal accepts @@', ['@@ada', '--literal'], '@@ada'],
    ['--literal is accepted before the command', ['--literal'], '@ada'],
  ];
  test.each(sent)('%s', async (what, words, text) => {
    const before = what.includes('before the command');
    const { code, stderr, body } = await run(
      before ? [...words, 'run', 'translation', text] : ['run', 'translation', ...words],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(body).toEqual({ inputs: text });
  });

  test('sends a file name with whitespace as text, with a note', async () => {
    const { code, stderr, body } = await run(['run', 'translation', 'my report.txt']);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Using 'my report\.txt' as text, not as a file name\. .*-.*\n$/);
    expect(body).toEqual({ inputs: 'my report.txt' });
  });

  test.each([
    ...['./reprot.txt', '../reprot', '/no/such/report', '~/reprot', '@reprot', '@', 'reprot.TXT'],
    ...['notes/reprot.md', 'photo.jpeg'],
  ])('%s: a missing path is rejected, and --literal suggested', async (path) => {
    for (const words of [
      ['run', 'summarization', path],
      ['snippet', 'summarization', `--text=${path}`],
    ]) {
      const { code, stdout, stderr, body } = await run(words);
      expect({ code, stdout, body }).toEqual({ code: 2, stdout: '', body: undefined });
      expect(stderr).toMatch(
        /^error: (?:File not found: \S+|@ must be followed by a file name)\nhint: .*--literal.*\n$/,
      );
    }
    expect(sandbox.requests).toEqual([]);
  });

  test('rejects a path to a folder', async () => {
    const { code, stderr, body } = await run(['run', 'summarization', './notes']);
    expect({ code, body }).toEqual({ code: 2, body: undefined });
    expect(stderr).toMatch(/^error: \.\/notes is a folder\nhint: .*--literal.*\n$/);
  });

  test('is read by snippet like by run', async () => {
    const { code, stdout, stderr } = await run(['snippet', 'summarization', '@report.txt', '--lang', 'curl']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(REPORT);
  });
});

describe('C1: a list', () => {
  const classify = (...labels: string[]) => ['run', 'zero-shot-classification', 'A day off', ...labels];

  test.each([
    ['@FILE', ['@labels.txt', 'sport'], ''],
    ['the name of a text file', ['labels.txt', 'sport'], readNote('labels.txt')],
    ['@-', ['@-', 'sport'], ''],
  ])('reads one entry per line from %s', async (_what, labels, note) => {
    const { code, stderr, body } = await run(classify(...labels), 'work\nfree time\n');
    expect({ code, stderr }).toEqual({ code: 0, stderr: note });
    expect(body).toMatchObject({ parameters: { candidate_labels: ['work', 'free time', 'sport'] } });
  });

  test('accepts a word as an entry even if a file has its name, and @@x as @x', async () => {
    const { code, stderr, body } = await run(classify('work', '@@ada', 'free time'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(body).toMatchObject({ parameters: { candidate_labels: ['work', '@ada', 'free time'] } });
  });

  test('rejects a missing path unless --literal is given', async () => {
    const refused = await run(classify('labls.txt', 'sport'));
    expect({ code: refused.code, body: refused.body }).toEqual({ code: 2, body: undefined });
    expect(refused.stderr).toMatch(/^error: File not found: labls\.txt\nhint: .*--literal/);
    const { code, body } = await run([...classify('labls.txt', '@sport'), '--literal']);
    expect(code).toBe(0);
    expect(body).toMatchObject({ parameters: { candidate_labels: ['labls.txt', '@sport'] } });
  });
});

describe('C8: standard input without -', () => {
  const context = 'Ada lives in Rome.';

  test.each([
    ['a text', ['summarization'], REPORT, { inputs: REPORT }],
    [
      'the first missing input',
      ['question-answering', 'Where does Ada live?'],
      `${context}\n`,
      { inputs: { question: 'Where does Ada live?', context } },
    ],
    [
      'an input before a named one',
      ['question-answering', '--context', context],
      'Where does Ada live?',
      { inputs: { question: 'Where does Ada live?', context } },
    ],
    [
      'a list',
      ['zero-shot-classification', 'A day off'],
      'work\nfree time\n',
      { parameters: { candidate_labels: ['work', 'free time'] } },
    ],
    [
      'C7: a table',
      ['tabular-regression'],
      'speed;unit\n10;m/s\n',
      { inputs: { data: { speed: ['10'], unit: ['m/s'] } } },
    ],
  ])('is %s', async (_what, words, input, sent) => {
    const { code, stderr, body } = await run(['run', ...words], input);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(body).toMatchObject(sent);
  });

  test('is not read when nothing is missing', async () => {
    const child = startCli(['run', 'translation', 'Good day', '--quiet', ...at(sandbox)], {
      environment: { HF_TOKEN: 'hf_sandbox' },
    });
    // Its standard input stays open.
    expect(await waitForExit(child)).toMatchObject({ code: 0, stderr: '' });
  });

  test('is announced while nothing arrives', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const words = ['run', 'translation', ...at(sandbox)];
    const environment = { HF_TOKEN: 'hf_sandbox' };
    const ended = startInProcess(words, { input, output, errors }, { environment });
    // The note has the first timer, which starts when the command begins to read.
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    // Polling moves the clock on by its interval.
    vi.advanceTimersByTime(2500);
    expect(errors.read()).toBeNull();
    vi.advanceTimersByTime(500);
    expect(String(errors.read())).toBe('Waiting for standard input. Press Ctrl-C to cancel.\n');
    vi.useRealTimers();
    input.end('Good day');
    expect(await ended).toBe(0);
    expect(errors.read()).toBeNull();
  });

  test('is missing when it is empty or already used', async () => {
    for (const words of [[], ['-']]) {
      const { code, stderr } = await run(
        ['run', 'question-answering', '--json', ...words],
        words.length > 0 ? 'Who?' : '',
      );
      expect(code).toBe(2);
      expect(failureIn(stderr).code).toBe('MISSING_INPUT');
    }
  });
});

describe('C21: labels between commas', () => {
  const labels = ['urgent', 'can wait'];
  const note = "Split 'urgent, can wait' into 2 labels. Add --literal to use it as one.\n";

  test.each([
    ['one label is split, with a note', ['urgent, can wait'], labels, note],
    ['--literal keeps it', ['urgent, can wait', '--literal'], ['urgent, can wait'], ''],
    ['one of several labels is kept', ['urgent, now', 'later'], ['urgent, now', 'later'], ''],
    [
      '--labels is comma-separated values for --label',
      ['--labels=urgent, can wait', '--label', 'a,b'],
      [...labels, 'a,b'],
      '',
    ],
  ])('%s', async (_what, words, sent, stderr) => {
    const ended = await run(['run', 'zero-shot-classification', 'A day off', ...words]);
    expect(ended).toMatchObject({ code: 0, stderr, body: { parameters: { candidate_labels: sent } } });
  });

  test('--labels is only offered by tasks with labels', async () => {
    const { stdout } = await cli(['run', 'zero-shot-classification', '--help']);
    expect(stdout).toMatch(/\n {2}--labels <a,b,c> +comma-separated values for --label\n/);
    expect((await cli(['run', 'sentence-similarity', '--help'])).stdout).not.toContain('--labels');
    const { code, stderr } = await run(['run', 'summarization', REPORT, '--labels', 'a,b', '--json']);
    expect(code).toBe(2);
    expect(failureIn(stderr).message).toContain('--label');
  });
});

test('C1: the help lists --literal and @FILE', async () => {
  for (const words of [
    ['run'],
    ['run', 'summarization'],
    ['snippet'],
    ['snippet', 'question-answering'],
    [],
  ]) {
    const { code, stdout } = await cli([...words, '--help']);
    expect({ words, code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/--literal/),
    });
    expect([words, words.length === 0 || stdout.includes('@FILE')]).toEqual([words, true]);
  }
});
