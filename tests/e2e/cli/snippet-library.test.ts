import { beforeEach, describe, expect, test } from 'vitest';
import { at } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const row = { pipeline_tag: 'fill-mask', downloads: 1, likes: 1 };
const sandbox = await recordingSandbox({
  listing: [
    {
      ...row,
      id: 'acme/mask',
      library_name: 'transformers',
      transformersInfo: {
        auto_model: 'AutoModelForMaskedLM',
        pipeline_tag: 'fill-mask',
        processor: 'AutoTokenizer',
      },
    },
    { ...row, id: 'acme/browser', library_name: 'transformers.js' },
    { ...row, id: 'acme/homemade', library_name: 'homemade' },
    { ...row, id: 'acme/none' },
    { ...row, id: 'acme/terse', library_name: 'peft', config: { peft: { task_type: 'NONE' } } },
    { ...row, id: 'acme/adapter', library_name: 'adapter-transformers' },
  ],
});
const environment = { HF_TOKEN: 'hf_sandbox' };

beforeEach(() => sandbox.forget());

const library = (model: string, ...more: string[]) =>
  cli(['snippet', 'fill-mask', '-m', model, ...more, ...at(sandbox)], { environment });

describe('library code for a model without a provider', () => {
  test.each(['library', 'transformers'])('--client %s', async (client) => {
    const { code, stdout, stderr } = await library('acme/mask', '--client', client);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^from transformers import /m);
    expect(stdout).toContain('"acme/mask"');
    expect(stdout).toMatch(/^# Python with Transformers$/m);
    expect(stderr).toMatch(/^The output contains \d snippets; .+\.$/m);
    expect(stderr).toMatch(/^Transformers: https:\/\//m);
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('--json', async () => {
    const { code, stdout } = await library('acme/mask', '--client', 'library', '--json');
    expect(code).toBe(0);
    const pieces = JSON.parse(stdout) as { language: string; client: string; code: string }[];
    expect(pieces.length).toBeGreaterThan(0);
    for (const piece of pieces) {
      expect(piece).toEqual({
        language: 'python',
        client: 'transformers',
        code: expect.stringMatching(/acme\/mask[^]*\n$/) as string,
      });
    }
  });

  test('supports a library for another language', async () => {
    const { stdout } = await library('acme/browser', '--client', 'library', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ language: 'js', client: 'transformers.js' }]);
    const python = await library('acme/browser', '--client', 'library', '--lang', 'python');
    expect(python).toMatchObject({ code: 2, stdout: '' });
    expect(python.stderr).toBe('error: Transformers.js has no code in Python\nhint: Omit --lang.\n');
  });

  test('notes that the code does not use the given inputs', async () => {
    const { code, stderr } = await library('acme/mask', 'my words', '--client', 'library');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Library code uses its own example, not your inputs and parameters\.$/m);
  });
});

describe('without a matching library', () => {
  test('reports an unsupported library', async () => {
    const { code, stdout, stderr } = await library('acme/homemade', '--client', 'library');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'error: No code is available for homemade, the library of acme/homemade\n' +
        'hint: Omit --client for code that sends a request.\n',
    );
  });

  const others: [words: string[], error: string, hint: RegExp][] = [
    [
      ['acme/mask', '--client', 'diffusers'],
      'The library of acme/mask is transformers, not diffusers',
      /^Use --client transformers\.$/,
    ],
    [['acme/none', '--client', 'transformers'], 'acme/none does not specify a library', /^Omit --client /],
    [['acme/none', '--client', 'library'], 'acme/none does not specify a library', /^Omit --client /],
    [['acme/none', '--client', 'request'], "Invalid --client 'request'", /^Did you mean requests\?$/],
    [
      ['acme/mask', '--client', 'nonsense'],
      "Invalid --client 'nonsense'",
      /^Choose one of curl, .+, library\.$/,
    ],
  ];
  test.each(others)('rejects %j', async ([model = '', ...words], error, hint) => {
    const { code, stdout, stderr } = await library(model, 'my words', ...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const [first, second = '', ...rest] = stderr.trimEnd().split('\n');
    expect({ first, rest }).toEqual({ first: `error: ${error}`, rest: [] });
    expect(second.replace(/^hint: /, '')).toMatch(hint);
  });

  test('rejects an endpoint URL', async () => {
    const { code, stderr } = await cli(
      ['snippet', 'fill-mask', '--endpoint-url', 'https://example.com', '--client', 'library'],
      { environment },
    );
    expect(code).toBe(2);
    expect(stderr).toBe('error: Library code requires a model on the hub\nhint: Choose one with --model.\n');
  });
});

describe('an unavailable model', () => {
  test('gets a hint with the library client', async () => {
    const { code, stdout, stderr } = await library('acme/mask', 'x [MASK]');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /\nhint: .*--client transformers prints code that runs it on your own machine\.\n$/,
    );
  });

  test.each(['acme/none', 'acme/homemade'])(
    'gets no library hint without a supported library: %s',
    async (model) => {
      const { code, stderr } = await library(model, 'x [MASK]');
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error: No provider runs .+\nhint: .+\n$/);
      expect(stderr).not.toContain('--client');
    },
  );

  test('gets no library hint in a run', async () => {
    const { code, stderr } = await cli(['run', 'fill-mask', 'x', '-m', 'acme/mask', ...at(sandbox)], {
      environment,
    });
    expect(code).toBe(1);
    expect(stderr).not.toContain('--client');
  });
});

describe('an incomplete model card', () => {
  test('gets a note if no code is possible', async () => {
    const { code, stdout, stderr } = await library('acme/terse', '--client', 'library');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '# Task type is invalid.\n' });
    expect(stderr).toMatch(/^The model card of acme\/terse does not have enough information for code\.$/m);
  });

  test('gets a note on a placeholder in the code', async () => {
    const { code, stdout, stderr } = await library('acme/adapter', '--client', 'library');
    expect(code).toBe(0);
    expect(stdout).toContain('"fill-in-model-name"');
    expect(stderr).toMatch(
      /^Replace fill-in-model-name: the model card of acme\/adapter does not specify it\.$/m,
    );
  });
});
