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

  test('--json, also for another language', async () => {
    const { code, stdout } = await library('acme/mask', '--client', 'library', '--json');
    expect(code).toBe(0);
    const pieces = JSON.parse(stdout) as object[];
    const text = expect.stringMatching(/acme\/mask[^]*\n$/) as string;
    expect(pieces.length).toBeGreaterThan(0);
    for (const piece of pieces)
      expect(piece).toEqual({ language: 'python', client: 'transformers', code: text });
    const other = await library('acme/browser', '--client', 'library', '--json');
    expect(JSON.parse(other.stdout)).toMatchObject([{ language: 'js', client: 'transformers.js' }]);
  });
});

test.each<[words: string, error: string]>([
  [
    'acme/browser --client library --lang python',
    'Transformers.js has no code in Python\nhint: Omit --lang.',
  ],
  [
    'acme/homemade --client library',
    'No code is available for homemade, the library of acme/homemade\n' +
      'hint: Omit --client for code that sends a request.',
  ],
  [
    'acme/mask words --client diffusers',
    'The library of acme/mask is transformers, not diffusers\nhint: Use --client transformers.',
  ],
  ['acme/none --client transformers', 'acme/none does not specify a library\nhint: Omit --client '],
  ['acme/none --client library', 'acme/none does not specify a library\nhint: Omit --client '],
  ['acme/none --client request', "Invalid --client 'request'\nhint: Did you mean requests?"],
  ['acme/mask --client nonsense', "Invalid --client 'nonsense'\nhint: Choose one of curl, "],
])('%s is refused', async (words, error) => {
  const [model = '', ...more] = words.split(' ');
  const { code, stdout, stderr } = await library(model, ...more);
  expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 2, stdout: '', lines: 3 });
  expect(stderr.startsWith(`error: ${error}`)).toBe(true);
});

test.each([
  ['acme/mask', /\nhint: .*--client transformers prints code that runs it on your own machine\.\n$/],
  ['acme/none', /\nhint: (?!.*--client).+\n$/],
  ['acme/homemade', /\nhint: (?!.*--client).+\n$/],
])('without a provider for %s, the hint names the library if there is code for it', async (model, hint) => {
  const { code, stdout, stderr } = await library(model, 'x [MASK]');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^error: No provider runs /);
  expect(stderr).toMatch(hint);
});

test.each([
  ['acme/mask', /./, 'Library code uses its own example, not your inputs and parameters.'],
  [
    'acme/terse',
    /^# Task type is invalid\.\n$/,
    'The model card of acme/terse does not have enough information for code.',
  ],
  [
    'acme/adapter',
    /"fill-in-model-name"/,
    'Replace fill-in-model-name: the model card of acme/adapter does not specify it.',
  ],
])('notes what is special about the code of %s', async (model, code, note) => {
  const words = model === 'acme/mask' ? ['my words'] : [];
  const ended = await library(model, ...words, '--client', 'library');
  expect(ended.code).toBe(0);
  expect(ended.stdout).toMatch(code);
  expect(ended.stderr.split('\n')).toContain(note);
});

test('an endpoint has no library code, and a run no hint on it', async () => {
  const endpoint = ['snippet', 'fill-mask', '--endpoint-url', 'https://example.com', '--client', 'library'];
  expect(await cli(endpoint, { environment })).toMatchObject({
    code: 2,
    stderr: 'error: Library code requires a model on the hub\nhint: Choose one with --model.\n',
  });
  const run = await cli(['run', 'fill-mask', 'x', '-m', 'acme/mask', ...at(sandbox)], { environment });
  expect(run).toMatchObject({ code: 1, stderr: expect.not.stringContaining('--client') as string });
});
