// @module-tag nightly
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ModelInputError,
  type ModelDefinition,
  type TaskId,
  type TaskInputs,
} from '../../../../packages/sandbox/src/define-model.ts';
import { models } from '../../../../packages/sandbox/src/models/index.ts';
import { wordOverlapAnswers } from '../../../../packages/sandbox/src/models/text/answers.ts';
import { compromiseEntities } from '../../../../packages/sandbox/src/models/text/entities.ts';
import { codePointSlice, run } from './run.ts';

const otherTasks = /^(?:image|audio|tab|document|visual|object|zero-shot-image|automatic|text-to)/;
const textModels = models.filter(({ task }) => !otherTasks.test(task));

/** The inputs of any text task for a text. */
function inputsFor(task: TaskId, text: string): TaskInputs[TaskId] {
  if (task === 'question-answering') return { question: `Who is ${text.slice(0, 1000)}`, context: text };
  if (task === 'sentence-similarity') return { source_sentence: text, sentences: [text, 'a'] };
  if (task === 'fill-mask') return `${text}[MASK]${text}`;
  if (task === 'zero-shot-classification') {
    return { text, candidateLabels: ['sports', text.slice(0, 50)], multiLabel: false };
  }
  return text;
}

/** The answer as JSON or the message of an input error; rethrows other errors. */
async function outcome(model: ModelDefinition, text: string): Promise<string> {
  try {
    const answer = await run(model, inputsFor(model.task, text));
    return JSON.stringify(answer, (_, value: unknown) => {
      if (typeof value === 'number' && !Number.isFinite(value))
        throw new Error(`${model.id} answers ${value}`);
      return value;
    });
  } catch (error) {
    if (error instanceof ModelInputError) return `refused: ${error.message}`;
    throw error;
  }
}

/** The maximum length of inputs. */
const long = 200_000;
const fill = (part: string, length = long) => part.repeat(Math.ceil(length / part.length));

const hostile: [name: string, text: string][] = [
  ['one capital letter', `${fill('A')}a`],
  ['one consonant', fill('b')],
  ['spaces', `a${fill(' ')}a`],
  ['line breaks', `a${fill('\n ')}a`],
  ['full stops', `${fill('.')}a`],
  ['question marks', `${fill('?')}a`],
  ['quotation marks', `"${fill('?"')}a`],
  ['brackets', fill('(')],
  ['apostrophes', fill("a'")],
  ['emoji', fill('👨‍👩‍👧')],
  ['web addresses', fill('http://.')],
  ['at signs', fill('a@a.')],
  ['digits', fill('1,')],
  // Ordinary, and the slowest of all to read.
  ['prose', fill('The captain of the ship said that Mary saw 12 Birds in Oslo, and so it was. ', 40_000)],
  ['different words', Array.from({ length: 10_000 }, (_, index) => index.toString(36)).join(' ')],
];

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .array(
      fc.constantFrom('Mary', 'in Oslo', "Tom's", '🙂', '12', '2024-02-03', '$5', 'a@b.co', '“so”', '.', '…'),
      {
        maxLength: 12,
      },
    )
    .map((parts) => parts.join(' ')),
);

describe.each(textModels.map((model) => [model.id, model] as const))('%s', (_, model) => {
  it.each(hostile)('handles long text: %s', async (__, text) => {
    expect(await outcome(model, text)).not.toBe('');
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

describe('start and end', () => {
  it('of entities match the word, in order without overlap', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        let end = 0;
        for (const entity of await run(compromiseEntities, text)) {
          expect(entity.start).toBeGreaterThanOrEqual(end);
          expect(entity.word).not.toBe('');
          expect(codePointSlice(text, entity.start, entity.end)).toBe(entity.word);
          end = entity.end;
        }
      }),
    );
  });

  it('of answers match the answer, with a score from 0 to 1', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (question, rest) => {
        const context = `x ${rest}`;
        const found = await run(wordOverlapAnswers, { question: `Who ${question}`, context });
        expect(codePointSlice(context, found.start, found.end)).toBe(found.answer);
        expect(found.score).toBeGreaterThanOrEqual(0);
        expect(found.score).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('scores', () => {
  const classifiers = textModels.filter((model) => model.task === 'text-classification');

  it.each(classifiers.map((model) => [model.id, model] as const))('of %s add up to 1', async (_, model) => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const scores = (JSON.parse(await outcome(model, `word ${text}`)) as { score: number }[]).map(
          ({ score }) => score,
        );
        expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
        expect(scores.reduce((sum, score) => sum + score, 0)).toBeCloseTo(1, 9);
      }),
      { numRuns: 30 },
    );
  });
});
