import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ErrorCode } from '@tryout/engine';
import { at, failureIn, temporaryFolder, type CliOptions } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const image = fileURLToPath(new URL('../../../examples/shapes.png', import.meta.url));

beforeEach(() => sandbox.forget());

type Case = [name: string, words: string[], mention: string, code?: ErrorCode];

/** Runs a command and expects exit code 2, an empty stdout and no run. */
async function expectRejected(words: readonly string[], options: CliOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await cli([...words, ...at(sandbox)], {
    ...options,
    environment: { HF_TOKEN: 'hf_sandbox', ...options.environment },
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  return stderr;
}

/** Also expects an error with a code, a message that mentions what is wrong, and a hint. */
async function expectFailure(
  [, words, mention, code = 'INVALID_INPUT']: Case,
  options: CliOptions = {},
): Promise<void> {
  expect(failureIn(await expectRejected([...words, '--json'], options))).toMatchObject({
    code,
    message: expect.stringContaining(mention) as string,
    hint: expect.stringMatching(/./) as string,
  });
}

describe.concurrent('exits with 2 before any request for bad input', () => {
  const mask = (...more: string[]) => ['run', 'fill-mask', 'x', ...more];
  const labels = (...more: string[]) => ['run', 'zero-shot-classification', 'x', ...more];

  test.each<Case>([
    ['an unknown task', ['run', 'no-such-task', 'x'], "'no-such-task'", 'UNKNOWN_TASK'],
    [
      'a system prompt from standard input',
      ['run', 'text-generation', 'hi', '--system', '@-'],
      'Standard input (-) is not available for system prompts',
    ],
    [
      'a template with another name',
      ['run', 'text-generation', 'hi', '--prompt', '{{inputs}}', '-m', 'sandbox/plain-assistant'],
      "The prompt has {{inputs}}, but there is no input 'inputs'",
    ],
    [
      'labels of a batch from standard input',
      ['batch', 'zero-shot-classification', 'rows.csv', '-o', 'out.jsonl', '--labels', '-'],
      'Standard input (-) is not available in a batch',
    ],
    ['a missing field', ['run', 'question-answering', 'Who?'], '--context', 'MISSING_INPUT'],
    ['an empty text', ['run', 'fill-mask', ''], '--text is empty', 'MISSING_INPUT'],
    ...[' ', '\t\n', '\u00a0\u3000'].flatMap((space): Case[] =>
      (
        [
          ['text', ['run', 'summarization', space], '--text is empty'],
          ['literal text', ['run', 'summarization', space, '--literal'], 'is empty'],
          ['question', ['run', 'qa', space, 'Bern'], '--question is empty'],
          ['label', labels('a', space), '--label is empty'],
          ['code', ['snippet', 'summarization', space], '--text is empty'],
          ['message', ['chat', space], 'is empty'],
        ] as const
      ).map(([what, words, mention]) => [
        `S16: ${what} of white space: ${JSON.stringify(space)}`,
        [...words],
        mention,
        'MISSING_INPUT',
      ]),
    ),
    ['an empty entry of a list', labels('a', ''), '--label is empty', 'MISSING_INPUT'],
    ['an extra argument', ['run', 'fill-mask', 'one', 'two'], "'two'"],
    ['an input of another task', ['run', 'fill-mask', '--image', image], '--image'],
    ['a missing file', ['run', 'image-to-text', 'gone.png'], 'gone.png', 'FILE_NOT_FOUND'],
    ['a folder', ['run', 'image-to-text', '.'], 'folder'],
    ['an image instead of a sound', ['run', 'audio-classification', image], 'image/png'],
    ['an image instead of a text', ['run', 'fill-mask', image], 'shapes.png'],
    ['an image instead of JSON', ['run', 'tabular-regression', image], 'shapes.png'],
    ['a parameter without a value', mask('-p', 'top_k'), '--param', 'USAGE'],
    ['an invalid model id', mask('-m', '../../x'), '../../x'],
    ['a model id with a query', mask('-m', 'a/b?x#y'), 'a/b?x#y'],
    ['an invalid endpoint URL', mask('--endpoint-url', 'there'), 'URL'],
    [
      'C4: the page of another host as the model',
      mask('-m', 'https://example.test/org/name'),
      'https://example.test/org/name is not a model page on 127.0.0.1:',
    ],
    [
      'C4: a page outside the sandbox as the model',
      mask('-m', 'https://huggingface.co/sandbox/bigram-mask', '--sandbox'),
      'is not a model page on the sandbox',
    ],
    ['C5: a file as the model', mask('-m', process.execPath), 'is a file'],
    [
      'a model URL and an endpoint',
      mask('-m', 'https://a.test', '--endpoint-url', 'https://b.test'),
      'together',
    ],
    ['a --bill-to value with a newline', mask('--bill-to', 'a\nX-Evil: 1'), 'bill-to'],
    ['standard input twice', ['run', 'question-answering', '-', '-'], 'once'],
    ['a missing output folder', mask('-o', 'no/where.txt'), 'Folder no '],
    [
      'a repeated option',
      ['run', 'fill-mask', '--text', 'a', '--text', 'b'],
      '--text was given twice',
      'USAGE',
    ],
    ['a repeated model', mask('-m', 'a/b', '-m', 'a/c'), '--model was given twice', 'USAGE'],
    ['a repeated parameter', mask('-p', 'top_k=1', '-p', 'top_k=2'), '--param top_k', 'USAGE'],
    ...['provider', 'model', 'endpoint-url', 'bill-to', 'output'].map((option): Case => [
      `an empty --${option}`,
      mask(`--${option}`, ' '.repeat(Number(option === 'endpoint-url'))),
      `--${option} is empty`,
      'USAGE',
    ]),
    ['an empty path', ['run', 'image-to-text', '--image', ''], '--image is empty', 'USAGE'],
    ...['__proto__', 'a.constructor.b', 'prototype.c'].map((name): Case => [
      `a parameter named ${name}`,
      mask('-p', `${name}=1`),
      'parameter name',
      'USAGE',
    ]),
    ['__proto__ in a value', mask('-p', 'a={"b":[{"__proto__":1}]}'), '__proto__', 'USAGE'],
    [
      'C10: one file and a label that looks like one',
      ['run', 'zero-shot-image-classification', image, '--label', 'cat.jpg', 'more'],
      "'more'",
    ],
    ['an input that looks like an option', ['run', 'fill-mask', '-x'], "'-x'", 'USAGE'],
    ['empty standard input', ['run', 'fill-mask', '-'], 'Standard input'],
  ])('%s', async (...given) => {
    const [, words] = given;
    await expectFailure(given, { input: words.includes('-') && words.length > 3 ? 'text' : '' });
    expect(sandbox.requests).toEqual([]);
  });

  test.each([
    ...['run', 'snippet'].map((command): [string, string[], RegExp] => [
      `a URL instead of a file: ${command}`,
      [command, 'object-detection', 'https://example.com/cat.jpg'],
      /^error: 'https:\/\/example\.com\/cat\.jpg' is not a file\nhint: Download the file first, then use its path\.\n$/,
    ]),
    [
      'C10: several files for one input',
      ['run', 'image-classification', image, 'b.png', 'c.png'],
      /^error: --image takes one file, not 3\nhint: Run all of them: tryout batch image-classification '\*\.png' -o out\.jsonl\n$/,
    ],
    [
      'C10: several files before a list',
      ['run', 'zero-shot-image-classification', image, 'b.png'],
      /^error: --image takes one file, not 2\nhint: Run all of them: tryout batch zero-shot-image-classification '\*\.png' -o out\.jsonl\n$/,
    ],
  ])('%s: the hint says how', async (_name, words, error) => {
    expect(await expectRejected(words)).toMatch(error);
    expect(sandbox.requests).toEqual([]);
  });

  test('an invalid HF_TOKEN', async () => {
    const environment = { HF_TOKEN: 'secret-without-prefix' };
    expect(await expectRejected(['run', 'fill-mask', 'x'], { environment })).toMatch(
      /^error: Your access token must start with 'hf_'\nhint: .+\n$/,
    );
    expect(sandbox.requests).toEqual([]);
  });

  test('HF_HUB_OFFLINE', async () => {
    const { code, stderr } = await cli(['run', 'fill-mask', 'x', '--hub-url', 'https://hub.invalid'], {
      environment: { HF_HUB_OFFLINE: '1' },
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/HF_HUB_OFFLINE is set/);
  });
});

describe('exits with 2 before a request to a model for bad parameters', () => {
  test.each<Case>([
    ['a text instead of a number', ['run', 'text-generation', 'x', '-p', 'temperature=hot'], 'temperature'],
    ['an unknown choice', ['run', 'text-classification', 'x', '-p', 'function_to_apply=no'], "'no'"],
    ['an input given as a parameter', ['run', 'fill-mask', 'x', '-p', 'inputs=1'], 'inputs'],
    [
      'an invalid property of an object',
      ['run', 'image-to-image', image, '-p', 'target_size.width=wide'],
      'target_size.width',
    ],
  ])('%s', async (...given) => expectFailure(given));
});

describe('inputs in the wrong order', () => {
  test.each([
    ['a file', ['run', 'question-answering', image, 'There'], ''],
    ['standard input', ['run', 'question-answering', '-', 'There'], readFileSync(image)],
  ])('%s: the hint lists the inputs in order', async (_name, words, input) => {
    const { code, stderr } = await cli([...words, ...at(sandbox)], {
      input,
      environment: { HF_TOKEN: 'hf_sandbox' },
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(
      / is not a text file\nhint: question-answering takes --question and --context, in this order /,
    );
  });
});

describe('unusable files are reported before any request (F49)', () => {
  test.each([
    ['empty.json', '', 'is empty'],
    ['broken.json', '{"speed": [1, 2', 'is not valid JSON'],
    ['list.json', '[1, 2]', 'is not a table'],
    ['uneven.csv', 'a,b\n1\n', 'row 2 has 1 cell, not 2'],
    ['W14.xlsx', 'PK\u0003\u0004\0', 'is not a text file'],
    ['uneven.json', '{"a": ["1"], "b": []}', 'its columns differ'],
    ['latin1.json', Uint8Array.of(0x22, 0xe9, 0x22), 'is not a text file'],
  ])('%s', async (name, bytes, problem) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), bytes);
    await expectFailure([name, ['run', 'tabular-regression', name], problem], { folder });
  });

  test('rejects a named pipe without waiting for it', async () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, 'pipe.png')]);
    for (const task of ['image-to-text', 'fill-mask'])
      await expectFailure(['a pipe', ['run', task, 'pipe.png'], 'pipe.png'], { folder });
  });

  test.skipIf(process.getuid?.() === 0)('an unreadable file', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'locked.txt'), 'text');
    chmodSync(join(folder, 'locked.txt'), 0);
    await expectFailure(['', ['run', 'fill-mask', 'locked.txt'], 'locked.txt'], { folder });
  });

  test('reads UTF-8 and UTF-16 with a byte order mark', async () => {
    const folder = temporaryFolder();
    const table = '{"speed": ["10"]}';
    writeFileSync(join(folder, 'bom.json'), `\ufeff${table}`);
    writeFileSync(join(folder, 'wide.json'), Buffer.from(`\ufeff${table}`, 'utf16le'));
    writeFileSync(join(folder, 'plain.json'), table);
    const answers = await Promise.all(
      ['plain.json', 'bom.json', 'wide.json'].map((name) =>
        cli(['run', 'tabular-regression', name, '--json', ...at(sandbox)], {
          folder,
          environment: { HF_TOKEN: 'hf_sandbox' },
        }),
      ),
    );
    expect(answers.map(({ code, stdout }) => [code, stdout])).toEqual(Array(3).fill([0, answers[0]?.stdout]));
  });

  test.each([
    ['columns', { speed: ['10', null], unit: [null, 'm/s'] }],
    [
      'rows',
      [
        { speed: '10', unit: null },
        { speed: null, unit: 'm/s' },
      ],
    ],
  ])('S9: sends a null cell as an empty cell: %s', async (_what, table) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'table.json'), JSON.stringify(table));
    await cli(['run', 'tabular-regression', 'table.json', ...at(sandbox)], {
      folder,
      environment: { HF_TOKEN: 'hf_sandbox' },
    });
    const sent = sandbox.requests.find(({ method }) => method === 'POST');
    expect(JSON.parse(Buffer.from(sent!.body).toString())).toEqual({
      inputs: { data: { speed: ['10', ''], unit: ['', 'm/s'] } },
    });
  });

  test('sends a text even if a folder has its name', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'happy'));
    const { code, stderr } = await cli(['run', 'text-classification', 'happy', ...at(sandbox)], {
      folder,
      environment: { HF_TOKEN: 'hf_sandbox' },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
