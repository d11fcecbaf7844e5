import * as v from 'valibot';
import { codePointOffsets } from '../text/index.ts';
import { check, position, score, unwrap, defineResult, type AnswerRow } from './result.ts';
import { byScore } from './labels.ts';

const entities = v.array(
  v.pipe(
    v.looseObject({
      entity_group: v.optional(v.string()),
      /** The label without aggregation. */
      entity: v.optional(v.string()),
      word: v.string(),
      /** Some tokenizers have no positions. */
      start: v.nullish(position),
      end: v.nullish(position),
      score,
    }),
    v.check(({ start, end }) => (start ?? 0) <= (end ?? Infinity)),
    v.check((row) => row.entity_group !== undefined || row.entity !== undefined),
  ),
);

/** Token classification: `[{entity_group, word, start, end, score}]`, positions in code points of the text. */
export const spansResult = defineResult({
  kind: 'spans',
  read: (answer) => check(entities, answer, 'a list of {entity_group, word, start, end, score}'),
  view(value, { text }: { readonly text: string }) {
    const offset = codePointOffsets(text);
    const find = wordFinder(text);
    const spans = value.map(({ entity_group, entity, word, start, end, score: confidence }) => ({
      ...(typeof start === 'number' && typeof end === 'number'
        ? { start: offset(start), end: offset(end) }
        : find(word)),
      label: entity_group ?? entity ?? '',
      score: confidence,
    }));
    return { text, spans: spans.sort((a, b) => a.start - b.start) };
  },
});

const MAX_MISSES = 100;

/** Finds words in the order of the text. Tokenizers mark the beginnings and continuations of words. */
function wordFinder(text: string) {
  const searched = text.toLowerCase();
  let from = 0;
  let misses = 0;
  return (word: string) => {
    const plain = word.replace(/^(?:##|[▁Ġ])/, '').trim();
    const at = misses < MAX_MISSES ? searched.indexOf(plain.toLowerCase(), from) : -1;
    if (at < 0 || searched.length !== text.length) {
      misses += 1;
      return { start: from, end: from, word };
    }
    from = at + plain.length;
    return { start: at, end: from };
  };
}

const inContext = v.looseObject({ answer: v.string(), start: position, end: position, score });

/**
 * Question answering: `{answer, start, end, score}`, positions in code points of the context. Several answers (`top_k`)
 * are a list, best first; a list of one is unwrapped.
 */
export const answerInContextResult = defineResult({
  kind: 'answers',
  read(answer) {
    const one = unwrap(answer);
    const expected = '{answer, start, end, score}';
    if (!Array.isArray(one) || one.length === 0) return check(inContext, one, expected);
    return byScore(check(v.array(inContext), one, `${expected} or a list of these`));
  },
  view(value, { context }: { readonly context: string }) {
    const offset = codePointOffsets(context);
    return {
      context,
      answers: [value].flat().map(({ answer, score: confidence, start, end }) => ({
        answer,
        score: confidence,
        span: { start: offset(start), end: offset(end) },
      })),
    };
  },
});

/** Answers without a position in a text: a list, best first, or a single object. */
function answersResult<const Schema extends v.GenericSchema<unknown, AnswerRow>>(
  row: Schema,
  expected: string,
) {
  return defineResult({
    kind: 'answers',
    read: (answer) => byScore(check(v.array(row), [answer].flat(), expected)),
    view: (rows) => ({
      answers: rows.map(({ answer, score: confidence }) => ({ answer, score: confidence })),
    }),
  });
}

/** Document question answering: `[{answer, score?, start?, end?}]`; positions are words. */
export const documentAnswersResult = answersResult(
  v.looseObject({
    answer: v.string(),
    score: v.optional(score),
    start: v.optional(position),
    end: v.optional(position),
  }),
  'a list of {answer, score?}',
);

/** Visual question answering: `[{answer, score}]`. */
export const visualAnswersResult = answersResult(
  v.looseObject({ answer: v.string(), score }),
  'a list of {answer, score}',
);
