// @module-tag nightly
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLibrarySnippets } from '@tryout/engine';
import {
  branches,
  libraries,
  modelWith,
  plainNames,
  plainTexts,
  type CardNames,
  type CardTexts,
  type ModelInfo,
} from './support/library-models.ts';
import { testWith } from './support/programs.ts';
import { pythonShapes } from './support/python-shapes.ts';

type LibrarySnippet = NonNullable<Awaited<ReturnType<typeof createLibrarySnippets>>>['snippets'][number];

const models = [...libraries.map((library) => [library, {}] as const), ...branches];

const hostileFragment = fc.constantFrom(
  ...['"', "'", '\\', '\n', '\r', '\u2028', '"""', "'''", '`', '${x}', '$(id)', '{x}', '{{', '#', '%s', '\0'],
  ...[
    '")\nimport os\nos.system("id")\n("',
    '\\"',
    '\u202e',
    '\u200b',
    '\ud800',
    '\ufeff',
    '[MASK]',
    'Pipeline',
  ],
  ...[
    'from pruna import X',
    '\ue0000\ue000',
    'pipe(',
    '(org-1/my.model, x)',
    '*/',
    '//',
    '<x>',
    'image = y.frames[0]',
    '😀',
    '🏴\u{e0067}',
  ],
);
const hostile = fc
  .array(fc.oneof(hostileFragment, hostileFragment, fc.string({ unit: 'binary', maxLength: 8 })), {
    minLength: 1,
    maxLength: 6,
  })
  // Without any letter, templates use their own example.
  .map((parts) => `x${parts.join('')}`);

const texts: fc.Arbitrary<CardTexts> = fc.record({
  adapter: hostile,
  base: hostile,
  peftBase: hostile,
  prompt: hostile,
  file: hostile,
  widget: hostile,
  mask: hostile,
  sentence: hostile,
});

/** Includes newlines: templates only contain their own. */
// oxlint-disable-next-line no-control-regex -- matches control characters
const invisible = /[^\P{C}\n]|[\p{Zl}\p{Zp}]|[^\P{Zs} ]|[\u0000-\u0009]/u;

async function snippetsOf(
  build: (library: string, more: Partial<ModelInfo>) => ModelInfo,
): Promise<LibrarySnippet[]> {
  const found = await Promise.all(
    models.map(([library, more]) => createLibrarySnippets(build(library, more))),
  );
  return found.flatMap((library) => library?.snippets ?? []);
}

const pythonIn = (snippets: readonly LibrarySnippet[]) =>
  pythonShapes(snippets.filter(({ grammar }) => grammar === 'python').map(({ code }) => code));

const outline = (snippets: readonly LibrarySnippet[]) =>
  snippets.map(({ grammar, code }) => [grammar, code.split('\n').length]);

describe('an untrusted model card', () => {
  const pythonTest = testWith('Python');

  pythonTest('cannot escape string literals', async () => {
    const harmless = await snippetsOf((library, more) => modelWith(library, more));
    const shapes = pythonIn(harmless).map(({ shape }) => shape);
    await fc.assert(
      fc.asyncProperty(texts, async (card) => {
        const found = await snippetsOf((library, more) => modelWith(library, more, card));
        expect(outline(found)).toEqual(outline(harmless));
        for (const { code } of found) expect(code).not.toMatch(invisible);
        const python = pythonIn(found);
        expect(python.map(({ shape }) => shape)).toEqual(shapes);
      }),
      { numRuns: 4 },
    );
  });

  pythonTest('cannot inject an invalid identifier', async () => {
    const invalidName = fc
      .tuple(fc.string(), hostileFragment, fc.string())
      .map((parts) => parts.join(''))
      .filter((name) => /\W/.test(name));
    const none: CardNames = {};
    const harmless = pythonIn(
      await snippetsOf((library, more) => modelWith(library, more, plainTexts, none)),
    );
    await fc.assert(
      fc.asyncProperty(invalidName, async (name) => {
        const names = {
          architecture: name,
          auto_model: name,
          processor: name,
          kerasTask: name,
          pipeline_tag: name,
        };
        const found = await snippetsOf((library, more) =>
          modelWith(library, { tags: [name], ...more }, plainTexts, names),
        );
        for (const { code } of found) expect(code).not.toMatch(invisible);
        expect(pythonIn(found).map(({ shape }) => shape)).toEqual(harmless.map(({ shape }) => shape));
      }),
      { numRuns: 4 },
    );
  });

  pythonTest.each(['class', 'None'])('cannot use the keyword %s as a class name', async (name) => {
    const names = { ...plainNames, architecture: name, auto_model: name, processor: name, kerasTask: name };
    pythonIn(await snippetsOf((library, more) => modelWith(library, more, plainTexts, names)));
  });

  test('cannot use names of Object.prototype', async () => {
    const tags = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
    const found = await snippetsOf((library, more) =>
      modelWith(library, { tags, pipeline_tag: 'constructor', ...more }),
    );
    for (const { code } of found) expect(code).not.toMatch(/\bundefined\b|\[native code|\bconstructor\b/);
  });

  pythonTest('may have any type in any field', async () => {
    const anything = fc.anything({ withNullPrototype: true });
    const odd = fc.record({
      tags: anything,
      pipeline_tag: anything,
      mask_token: anything,
      cardData: fc.oneof(anything, fc.record({ base_model: anything, instance_prompt: anything })),
      widgetData: fc.oneof(
        anything,
        fc.array(
          fc.oneof(anything, fc.record({ text: anything, source_sentence: anything, sentences: anything })),
        ),
      ),
      transformersInfo: fc.oneof(anything, fc.record({ auto_model: anything, processor: anything })),
      config: fc.oneof(
        anything,
        fc.record({
          architectures: anything,
          keras_hub: fc.oneof(anything, fc.record({ tasks: anything })),
          peft: fc.oneof(anything, fc.record({ base_model_name_or_path: anything, task_type: anything })),
          sklearn: fc.oneof(
            anything,
            fc.record({ model: fc.oneof(anything, fc.record({ file: anything })) }),
          ),
          speechbrain: fc.oneof(anything, fc.record({ speechbrain_interface: anything })),
          tokenizer_config: anything,
        }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(odd, async (fields) => {
        const found = await snippetsOf((library) => modelWith(library, fields as never));
        for (const { code } of found) expect(code).not.toMatch(invisible);
        pythonIn(found);
      }),
      { numRuns: 4 },
    );
  });
});
