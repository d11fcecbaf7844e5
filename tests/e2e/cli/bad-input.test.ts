import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { at, temporaryFolder, type CliOptions } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const image = fileURLToPath(new URL('../../../examples/shapes.png', import.meta.url));

beforeEach(() => sandbox.forget());

/** Expects exit code 2, one error with a hint, empty stdout and no request. */
async function expectRejected(
  words: readonly string[],
  error: RegExp,
  options: CliOptions = {},
): Promise<void> {
  const { code, stdout, stderr } = await cli([...words, ...at(sandbox)], {
    ...options,
    environment: { HF_TOKEN: 'hf_sandbox', ...options.environment },
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(error);
  expect(stderr).toMatch(/\nhint: .+\n$/);
  expect(sandbox.requests).toEqual([]);
}

describe.concurrent('exits with 2 before any request for bad input', () => {
  const cases: [name: string, words: string[], error: RegExp][] = [
    ['an unknown task', ['run', 'no-such-task', 'x'], /^error: Unknown task 'no-such-task'/],
    ['a missing field', ['run', 'question-answering', 'Who?'], /^error: Missing input --context/],
    ['an empty text', ['run', 'fill-mask', ''], /^error: --text is empty/],
    ...[' ', '\t\n', '\u00a0\u3000'].flatMap((space): [string, string[], RegExp][] => [
      [
        `S16: white space: ${JSON.stringify(space)}`,
        ['run', 'summarization', space],
        /^error: --text is empty/,
      ],
      [
        `S16: literal white space: ${JSON.stringify(space)}`,
        ['run', 'summarization', space, '--literal'],
        /is empty/,
      ],
      [
        `S16: a question of white space: ${JSON.stringify(space)}`,
        ['run', 'qa', space, 'Bern'],
        /--question is empty/,
      ],
      [
        `S16: a label of white space: ${JSON.stringify(space)}`,
        ['run', 'zero-shot-classification', 'x', 'a', space],
        /--label is empty/,
      ],
      [
        `S16: code for white space: ${JSON.stringify(space)}`,
        ['snippet', 'summarization', space],
        /--text is empty/,
      ],
      [`S16: a message of white space: ${JSON.stringify(space)}`, ['chat', space], /is empty/],
    ]),
    [
      'an empty entry of a list',
      ['run', 'zero-shot-classification', 'x', 'a', ''],
      /^error: --label is empty/,
    ],
    ['an extra argument', ['run', 'fill-mask', 'one', 'two'], /^error: Unexpected argument 'two'/],
    [
      'an input of another task',
      ['run', 'fill-mask', '--image', image],
      /^error: fill-mask has no input --image/,
    ],
    ['a missing file', ['run', 'image-to-text', 'gone.png'], /^error: File not found: gone\.png/],
    ...['run', 'snippet'].map((command): [string, string[], RegExp] => [
      `a URL instead of a file: ${command}`,
      [command, 'object-detection', 'https://example.com/cat.jpg'],
      /^error: 'https:\/\/example\.com\/cat\.jpg' is not a file\nhint: Download the file first, then use its path\.\n$/,
    ]),
    ['a folder', ['run', 'image-to-text', '.'], /^error: \. is a folder/],
    [
      'a picture instead of a sound',
      ['run', 'audio-classification', image],
      /is not an audio file: it is image\/png/,
    ],
    ['a picture instead of a text', ['run', 'fill-mask', image], /shapes\.png is not a text file/],
    ['a picture instead of JSON', ['run', 'tabular-regression', image], /shapes\.png is not a text file/],
    ['a parameter without a value', ['run', 'fill-mask', 'x', '-p', 'top_k'], /--param takes name=value/],
    ['an invalid model id', ['run', 'fill-mask', 'x', '-m', '../../x'], /is not a model ID/],
    ['a model id with a query', ['run', 'fill-mask', 'x', '-m', 'a/b?x#y'], /is not a model ID/],
    ['an invalid endpoint URL', ['run', 'fill-mask', 'x', '--endpoint-url', 'there'], /is not a valid URL/],
    [
      'C4: the page of another host as the model',
      ['run', 'fill-mask', 'x', '-m', 'https://example.test/org/name'],
      /^error: https:\/\/example\.test\/org\/name is not a model page on 127\.0\.0\.1:\d+\nhint: /,
    ],
    [
      'C4: a page outside the sandbox as the model',
      ['run', 'fill-mask', 'x', '-m', 'https://huggingface.co/sandbox/bigram-mask', '--sandbox'],
      /is not a model page on the sandbox\n/,
    ],
    [
      'C5: a file as the model',
      ['run', 'fill-mask', 'x', '-m', process.execPath],
      /^error: '.+' is a file, not a model\n/,
    ],
    [
      'a model URL and an endpoint',
      ['run', 'fill-mask', 'x', '-m', 'https://a.test', '--endpoint-url', 'https://b.test'],
      /cannot be used together/,
    ],
    [
      'a --bill-to value with a newline',
      ['run', 'fill-mask', 'x', '--bill-to', 'a\nX-Evil: 1'],
      /^error: Invalid value .+ for bill-to\n/,
    ],
    [
      'standard input twice',
      ['run', 'question-answering', '-', '-'],
      /Standard input \(-\) can be used only once/,
    ],
    ['a missing output folder', ['run', 'fill-mask', 'x', '-o', 'no/where.txt'], /Folder no does not exist/],
    [
      'a repeated option',
      ['run', 'fill-mask', '--text', 'a', '--text', 'b'],
      /^error: --text was given twice/,
    ],
    [
      'a repeated model',
      ['run', 'fill-mask', 'x', '-m', 'a/b', '-m', 'a/c'],
      /^error: --model was given twice/,
    ],
    [
      'a repeated parameter',
      ['run', 'fill-mask', 'x', '-p', 'top_k=1', '-p', 'top_k=2'],
      /^error: --param top_k was given twice/,
    ],
    ['an empty provider', ['run', 'fill-mask', 'x', '--provider', ''], /^error: --provider is empty/],
    ['an empty model', ['run', 'fill-mask', 'x', '-m', ''], /^error: --model is empty/],
    [
      'an empty endpoint',
      ['run', 'fill-mask', 'x', '--endpoint-url', ' '],
      /^error: --endpoint-url is empty/,
    ],
    ['an empty --bill-to', ['run', 'fill-mask', 'x', '--bill-to', ''], /^error: --bill-to is empty/],
    ['an empty output', ['run', 'fill-mask', 'x', '-o', ''], /^error: --output is empty/],
    ['an empty path', ['run', 'image-to-text', '--image', ''], /^error: --image is empty/],
    ...['__proto__', 'a.constructor.b', 'prototype.c'].map((name): [string, string[], RegExp] => [
      `a parameter named ${name}`,
      ['run', 'fill-mask', 'x', '-p', `${name}=1`],
      /^error: Invalid parameter name: /,
    ]),
    [
      '__proto__ in a value',
      ['run', 'fill-mask', 'x', '-p', 'a={"b":[{"__proto__":1}]}'],
      /^error: The value of a contains __proto__/,
    ],
    [
      'C10: several files for one input',
      ['run', 'image-classification', image, 'b.png', 'c.png'],
      /^error: --image takes one file, not 3\nhint: Run it for each file: for file in \*\.png; do tryout run image-classification --image "\$file"; done\n$/,
    ],
    [
      'C10: several files before a list',
      ['run', 'zero-shot-image-classification', image, 'b.png'],
      /^error: --image takes one file, not 2\nhint: .* --image "\$file" …; done\n$/,
    ],
    [
      'C10: one file and a label that looks like one',
      ['run', 'zero-shot-image-classification', image, '--label', 'cat.jpg', 'more'],
      /^error: Unexpected argument 'more'\n/,
    ],
    ['an input that looks like an option', ['run', 'fill-mask', '-x'], /^error: .*'-x'\nhint: .*--/],
    ['empty standard input', ['run', 'fill-mask', '-'], /Standard input is empty/],
  ];
  test.each(cases)('%s', async (_name, words, error) => {
    await expectRejected(words, error, { input: words.includes('-') && words.length > 3 ? 'text' : '' });
  });

  test('an invalid HF_TOKEN', async () => {
    await expectRejected(['run', 'fill-mask', 'x'], /^error: Your access token must start with 'hf_'/, {
      environment: { HF_TOKEN: 'secret-without-prefix' },
    });
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
  const cases: [name: string, words: string[], error: RegExp][] = [
    [
      'a text instead of a number',
      ['run', 'text-generation', 'x', '-p', 'temperature=hot'],
      /temperature must be a number/,
    ],
    [
      'an unknown choice',
      ['run', 'text-classification', 'x', '-p', 'function_to_apply=no'],
      /cannot be 'no'/,
    ],
    [
      'an input given as a parameter',
      ['run', 'fill-mask', 'x', '-p', 'inputs=1'],
      /^error: inputs is part of the request, not a parameter/,
    ],
    [
      'an invalid property of an object',
      ['run', 'image-to-image', image, '-p', 'target_size.width=wide'],
      /^error: target_size\.width must be an integer/,
    ],
  ];
  test.each(cases)('%s', async (_name, words, error) => {
    const { code, stdout, stderr } = await cli([...words, ...at(sandbox)], {
      environment: { HF_TOKEN: 'hf_sandbox' },
    });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(error);
    expect(stderr).toMatch(/\nhint: .+\n$/);
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
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
  const files: [name: string, bytes: Uint8Array | string, error: RegExp][] = [
    ['empty.json', '', /empty\.json is empty/],
    ['broken.json', '{"speed": [1, 2', /broken\.json is not valid JSON: /],
    ['list.json', '[1, 2]', /list\.json is not a table/],
    [
      'uneven.csv',
      'a,b\n1\n',
      /uneven\.csv is not a table: row 2 has 1 cell, not 2\nhint: Use CSV or TSV .*JSON/,
    ],
    ['W14.xlsx', 'PK\u0003\u0004\0', /W14\.xlsx is not a text file\nhint: Use JSON, CSV or TSV/],
    ['uneven.json', '{"a": ["1"], "b": []}', /uneven\.json is not a table: its columns differ/],
    ['latin1.json', Uint8Array.of(0x22, 0xe9, 0x22), /latin1\.json is not a text file/],
  ];
  test.each(files)('%s', async (name, bytes, error) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), bytes);
    await expectRejected(['run', 'tabular-regression', name], error, { folder });
  });

  test('rejects a named pipe without waiting for it', async () => {
    const folder = temporaryFolder();
    execFileSync('mkfifo', [join(folder, 'pipe.png')]);
    for (const task of ['image-to-text', 'fill-mask'])
      await expectRejected(['run', task, 'pipe.png'], /pipe\.png is not a regular file/, { folder });
  });

  test.skipIf(process.getuid?.() === 0)('an unreadable file', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'locked.txt'), 'text');
    chmodSync(join(folder, 'locked.txt'), 0);
    await expectRejected(['run', 'fill-mask', 'locked.txt'], /No permission to read locked\.txt/, { folder });
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
