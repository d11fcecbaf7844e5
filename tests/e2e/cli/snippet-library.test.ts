import { beforeEach, describe, expect, test } from 'vitest';
import { at, cli } from '../../support/cli.ts';
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
  ],
});
const environment = { HF_TOKEN: 'hf_sandbox' };

beforeEach(() => sandbox.forget());

const library = (model: string, ...more: string[]) =>
  cli(['snippet', 'fill-mask', '-m', model, ...more, ...at(sandbox)], { environment });

describe('code for the library of a model that nobody serves', () => {
  test.each(['library', 'transformers'])('--client %s', async (client) => {
    const { code, stdout, stderr } = await library('acme/mask', '--client', client);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^from transformers import /m);
    expect(stdout).toContain('"acme/mask"');
    expect(stdout).toMatch(/^# Python with Transformers, 1 of \d$/m);
    expect(stderr).toMatch(/^Transformers: https:\/\//);
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

  test('a library of another language', async () => {
    const { stdout } = await library('acme/browser', '--client', 'library', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ language: 'js', client: 'transformers.js' }]);
    const python = await library('acme/browser', '--client', 'library', '--lang', 'python');
    expect(python).toMatchObject({ code: 2, stdout: '' });
    expect(python.stderr).toBe('error: Transformers.js has no code in Python\nhint: Leave out --lang.\n');
  });

  test('what was given for a run is not in it, which is told', async () => {
    const { code, stderr } = await library('acme/mask', 'my words', '--client', 'library');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Code for a library has an example of its own; what you gave is not in it\.$/m);
  });
});

describe('no library', () => {
  test('none is known', async () => {
    const { code, stdout, stderr } = await library('acme/homemade', '--client', 'library');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'error: No library is known that runs acme/homemade\n' +
        'hint: Leave out --client for code that asks a server.\n',
    );
  });

  test('another one than was asked for', async () => {
    const { code, stderr } = await library('acme/mask', '--client', 'diffusers');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^error: --client cannot be 'diffusers'\nhint: It is one of curl, .+, library, which is transformers for this model\.\n$/,
    );
  });

  test('an address is no model', async () => {
    const { code, stderr } = await cli(
      ['snippet', 'fill-mask', '--endpoint-url', 'https://example.com', '--client', 'library'],
      { environment },
    );
    expect(code).toBe(2);
    expect(stderr).toBe('error: Code for a library needs a model on the hub\nhint: Name one by --model.\n');
  });
});

test('that nobody serves a model is told with the way that is left', async () => {
  const { code, stdout, stderr } = await library('acme/mask', 'x [MASK]');
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/\nhint: .*--client library prints code that runs it on your own machine\.\n$/);
});
