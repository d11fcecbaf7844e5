import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { createLibrarySnippets, fetchModelInfo } from '@tryout/engine';
import { startSandbox } from '@tryout/sandbox';
import { connectionTo } from '../../support/ask.ts';
import { branches, libraries, modelWith, type ModelInfo } from './support/library-models.ts';
import { testWith } from './support/programs.ts';
import { pythonShapes } from './support/python-shapes.ts';

const all = [
  ...libraries.filter((library) => library !== 'lerobot').map((library) => [library, {}] as const),
  ...branches,
];

async function codeOf(model: ModelInfo): Promise<string> {
  const { snippets } = (await createLibrarySnippets(model)) ?? { snippets: [] };
  return snippets.map(({ code }) => code).join('\n');
}

/** Templates that do not contain the model id. */
const withoutId = new Set(
  'chat_tts chatterbox cxr-foundation derm-foundation mesh-anything opendde saelens sap-rpt-1-oss flextab'
    .split(' ')
    .concat(
      'transformers.js seed-story supertonic unity-sentis vui whisperkit espnet audiocraft nemo PaddleOCR'.split(
        ' ',
      ),
    ),
);

describe('every library', () => {
  test.each(all)('%s %j has code with its model', async (library, more) => {
    const found = await createLibrarySnippets(modelWith(library, more));
    expect(found).toMatchObject({ library });
    expect(found?.label).toMatch(/\S/);
    expect(found?.repoUrl).toMatch(/^https:\/\//);
    const code = found?.snippets.map((snippet) => snippet.code) ?? [];
    expect(code.every((piece) => /\S/.test(piece))).toBe(true);
    if (!withoutId.has(library)) expect(code.join('\n')).toMatch(/\bmy\.model/);
  });

  testWith('bash', 'Python')(
    'Python code is valid and defines all its names; shell code is valid',
    async () => {
      const found = await Promise.all(
        all.map(([library, more]) => createLibrarySnippets(modelWith(library, more))),
      );
      const pythonOf = (at: number) =>
        (found[at]?.snippets ?? []).filter(({ grammar }) => grammar === 'python').map(({ code }) => code);
      const shapes = pythonShapes(found.map((_, at) => pythonOf(at).join('\n')));
      const unknown = new Map(shapes.map((shape, at) => [all[at]?.[0], shape.unknown]));
      expect([...unknown].filter(([, names]) => names.length > 0)).toEqual([
        // Objects that the user provides.
        ['audioseal', ['tensor_wav']],
        ['mesh-anything', ['args']],
        ['phantom-wan', ['image_prompt', 'text_prompt']],
        ['sam2', ['input_prompts', 'your_image', 'your_prompts', 'your_video']],
        ['sam-3d-body', ['image', 'visualize_sample_together']],
        ['seed-story', ['llm_cfg_path', 'seed_story_cfg_path']],
      ]);
      const shell = found
        .flatMap((library) => library?.snippets ?? [])
        .filter(({ grammar }) => grammar === 'bash');
      expect(shell.length).toBeGreaterThan(20);
      const checked = spawnSync('bash', ['-n'], {
        input: shell.map(({ code }) => code).join('\n'),
        encoding: 'utf8',
      });
      expect(checked.stderr).toBe('');
      for (const { code } of shell) expect(code).not.toMatch(/^[^#\n]*<[\w./-]+>/m);
    },
  );
});

describe('specified code', () => {
  test.each<[string, Partial<ModelInfo>, readonly string[]]>([
    ['transformers', { transformersInfo: undefined }, ['Type of model unknown']],
    ['paddlenlp', { config: {} }, ['Type of model unknown']],
    ['audiocraft', {}, ['Type of model unknown']],
    ['sklearn', { tags: ['skops'], config: {} }, ['Model filename not specified in config.json']],
    ['speechbrain', { config: {} }, ['interface not specified in config.json']],
    [
      'speechbrain',
      { config: { speechbrain: { speechbrain_interface: 'Other' } } },
      ['interface in config.json invalid'],
    ],
    ['peft', { config: { peft: { task_type: 'CAUSAL_LM' } } }, ['Base model is not found.']],
    ['peft', { config: { peft: { base_model_name_or_path: 'a/b' } } }, ['Task type is invalid.']],
    ['transformers.js', {}, ['Unknown pipeline tag']],
    ['diffusionkit', { tags: ['flux'] }, ['NUM_STEPS = 4\n', 'CFG_WEIGHT = 0\n']],
    ['diffusionkit', {}, ['NUM_STEPS = 50\n', 'CFG_WEIGHT = 5\n', 'HEIGHT = 512\n', 'WIDTH = 512\n']],
    ['audioseal', {}, ['wav, sr = tensor_wav, 16000']],
    ['cartesia_mlx', {}, ['max_tokens=500']],
    ['diffusers', { widgetData: [], cardData: {} }, ['prompt = "Astronaut in a jungle, ']],
  ])('%s %j', async (library, more, words) => {
    const code = await codeOf(modelWith(library, more));
    for (const word of words) expect(code).toContain(word);
  });
});

describe('model card values', () => {
  test.each<[string, Partial<ModelInfo>, string]>([
    ['diffusers', { widgetData: [{ text: 'say "hi",\n{it\'s} \\n' }] }, 'prompt = "say ”hi”, it’s n"'],
    ['diffusers', { widgetData: [{ text: '' }], cardData: { instance_prompt: 'TOK' } }, 'prompt = "TOK"'],
    ['diffusers', { tags: ['lora'], cardData: { base_model: [7, 'o/b', 'o/c'] } }, 'from_pretrained("o/b", '],
    ['diffusers', { tags: ['lora'], cardData: { base_model: [] } }, 'from_pretrained("fill-in-base-model", '],
    ['ltx', { cardData: { base_model: 'Lightricks/LTX-2.5' } }, '--extra natten'],
    ['sklearn', { tags: ['skops'] }, '"path_to_folder/model.pkl"'],
    ['multimolecule', { mask_token: '[M]', widgetData: [{ text: 'AC[M]G' }] }, 'tokenizer("ACAG", '],
    ['multimolecule', { mask_token: undefined, widgetData: [{ text: 'AC<mask>G' }] }, 'tokenizer("ACAG", '],
    ['sentence-transformers', {}, 'sentences = [\n    "a sentence",\n    "a sentence"\n]'],
    ['pruna-ai', { tags: ['pruna_pro-ai'] }, 'PrunaProModel.from_pretrained("org-1/my.model")'],
    ['transformers.js', { pipeline_tag: 'fill-mask' }, "pipeline('fill-mask', 'org-1/my.model')"],
    ['PaddleOCR', { tags: ['document-parse'] }, 'PaddleOCRVL()'],
    ['sam2', {}, 'from_pretrained("org-1/my.model")'],
    ['moshi', { id: 'kyutai/moshi-mlx-q4' }, 'moshi_mlx.local -q 4 --hf-repo "kyutai/moshi-mlx-q4"'],
    ['spacy', { id: 'spacy/en_core' }, '# Importing as module.\nimport en_core\n'],
    ['memra', {}, 'MEMRA_MODELS="model=hf:org-1/my.model" memra-server'],
  ])('%s %j is in the code', async (library, more, words) => {
    expect(await codeOf(modelWith(library, more))).toContain(words);
  });

  test('does not import a package with an invalid Python name', async () => {
    for (const id of ['org/en-core', 'org/class']) {
      expect(await codeOf(modelWith('spacy', { id }))).not.toContain(' module');
      expect(await codeOf(modelWith('edsnlp', { id }))).not.toMatch(/^import [^e]/m);
    }
  });

  test('detects shell and Python code', async () => {
    const grammarsOf = async (library: string, id: string) =>
      (await createLibrarySnippets(modelWith(library, { id })))?.snippets.map(({ grammar }) => grammar);
    expect(await grammarsOf('spacy', 'spacy/en_core')).toEqual(['bash', 'python']);
    expect(await grammarsOf('edsnlp', 'org/x')).toEqual(['python', 'bash', 'python']);
    expect(await grammarsOf('diffusers', 'org/x')).toEqual(['bash', 'python']);
    expect(await grammarsOf('transformers.js', 'org/x')).toEqual(['javascript']);
    expect(await grammarsOf('unity-sentis', 'org/x')).toEqual(['csharp']);
  });
});

test.each([
  ['constructor', {}],
  ['no-such-library', {}],
  ['colpali', {}],
  ['lerobot', {}],
  ['transformers', { id: 'a/b"c' }],
  ['transformers', { library_name: undefined }],
])('has no code for %s %j', async (library, more) => {
  expect(await createLibrarySnippets(modelWith(library, more))).toBeUndefined();
});

test('model metadata is requested from the Hub', async () => {
  const row = modelWith('peft', { id: 'org/adapter' });
  const sandbox = await startSandbox({ listing: [row as never] });
  const info = await fetchModelInfo(connectionTo(sandbox), 'org/adapter');
  await sandbox.close();
  expect(await codeOf(info)).toContain('PeftModel.from_pretrained(base_model, "org/adapter")');
});
