// @module-tag nightly
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sandboxFor } from '../../support.ts';
import { ask, scoresOf, type Label } from '../ask.ts';

async function listTextModels() {
  const { hubUrl } = await sandboxFor();
  const response = await fetch(
    `${hubUrl}/api/models?author=sandbox&inference_provider=hf-inference&expand[]=pipeline_tag`,
  );
  const rows = (await response.json()) as { id: string; pipeline_tag: string }[];
  const otherTasks = /^(?:image|audio|tab|document|visual|object|zero-shot-image|automatic|text-to)/;
  return rows
    .filter(({ pipeline_tag: task }) => !otherTasks.test(task))
    .map(({ id, pipeline_tag: task }) => ({ name: id.replace('sandbox/', ''), task }));
}

const textModels = await listTextModels();
type TextModel = (typeof textModels)[number];

/** The answer of any text model for a text, or the message of its refusal. */
async function outcome({ name, task }: TextModel, text: string): Promise<string> {
  const inputs: unknown = {
    'question-answering': { question: `Who is ${text.slice(0, 1000)}`, context: text },
    'sentence-similarity': { source_sentence: text, sentences: [text, 'a'] },
    'fill-mask': `${text.slice(0, 99_000)}[MASK]${text.slice(0, 99_000)}`,
  }[task];
  const parameters =
    task === 'zero-shot-classification' ? { candidate_labels: ['sports', text.slice(0, 50)] } : {};
  const answer = await ask(name, inputs ?? text, parameters).catch((error: Error) => error.message);
  const json = JSON.stringify(answer);
  expect(json).not.toContain('The sandbox failed');
  // JSON has no other way to say NaN or infinity.
  expect(json).not.toContain('null');
  return json;
}

/** The maximum length of inputs. */
const long = 200_000;
const fill = (part: string, length = long) => part.repeat(Math.floor(length / part.length));

const hostile: readonly string[] = [
  `${fill('A', long - 1)}a`,
  fill('b'),
  `a${fill(' ', long - 2)}a`,
  `a${fill('\n ', long - 2)}a`,
  `${fill('.', long - 1)}a`,
  `${fill('?', long - 1)}a`,
  `"${fill('?"', long - 2)}a`,
  fill('('),
  fill("a'"),
  fill('👨‍👩‍👧'),
  fill('http://.'),
  fill('a@a.'),
  fill('1,'),
  // Ordinary, and the slowest of all to read.
  fill('The captain of the ship said that Mary saw 12 Birds in Oslo, and so it was. ', 40_000),
  Array.from({ length: 10_000 }, (_, index) => index.toString(36)).join(' '),
];

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .array(
      fc.constantFrom('Mary', 'in Oslo', "Tom's", '🙂', '12', '2024-02-03', '$5', 'a@b.co', '“so”', '.', '…'),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(' ')),
);

/** The text between two positions in code points. */
const codePointSlice = (text: string, start: number, end: number) => [...text].slice(start, end).join('');

describe.each(textModels)('$name', (model) => {
  it('handles long texts', async () => {
    for (const text of hostile) await outcome(model, text);
  });

  it('answers or rejects any text, with the same result twice', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect(await outcome(model, text)).toBe(await outcome(model, text));
      }),
      { numRuns: 25 },
    );
  });
});

it('start and end of entities match the word, in order without overlap', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, async (rest) => {
      const text = `x ${rest}`;
      let last = 0;
      const entities = await ask<{ word: string; start: number; end: number }[]>('compromise-entities', text);
      for (const { word, start, end } of entities) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(word).not.toBe('');
        expect(codePointSlice(text, start, end)).toBe(word);
        last = end;
      }
    }),
  );
});

it('start and end of answers match the answer, with a score from 0 to 1', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (question, rest) => {
      const inputs = { question: `Who ${question}`, context: `x ${rest}` };
      const found = await ask<{ answer: string; start: number; end: number; score: number }>(
        'word-overlap-answers',
        inputs,
      );
      expect(codePointSlice(inputs.context, found.start, found.end)).toBe(found.answer);
      expect(found.score).toBeGreaterThanOrEqual(0);
      expect(found.score).toBeLessThanOrEqual(1);
    }),
  );
});

const classifiers = textModels.filter(({ task }) => task === 'text-classification');
it.each(classifiers)('scores of $name add up to 1', async ({ name }) => {
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      const [labels] = await ask<[Label[]]>(name, `word ${text}`);
      const scores = Object.values(scoresOf(labels));
      expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
      expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 9);
    }),
    { numRuns: 30 },
  );
});
