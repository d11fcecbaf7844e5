import * as v from 'valibot';
import { codePointOffsets } from '../text/index.ts';
import { check, firstOrSelf, position, score } from './check.ts';
import { byScore } from './labels.ts';
import type { ResultDefinition } from './result-definition.ts';

const inContext = v.looseObject({ answer: v.string(), start: position, end: position, score });

export type AnswerInContext = v.InferOutput<typeof inContext>;

/** Question answering: `{answer, start, end, score}`, positions in code points of the context. */
export const answerInContextResult: ResultDefinition<
  'answers',
  AnswerInContext,
  { readonly context: string }
> = {
  kind: 'answers',
  answer: 'json',
  read: (answer) => check(inContext, firstOrSelf(answer), '{answer, start, end, score}'),
  view({ answer, score: confidence, start, end }, { context }) {
    const offset = codePointOffsets(context);
    return {
      context,
      answers: [{ answer, score: confidence, span: { start: offset(start), end: offset(end) } }],
    };
  },
};

const list = v.array(
  v.looseObject({
    answer: v.string(),
    score: v.optional(score),
    start: v.optional(position),
    end: v.optional(position),
  }),
);

/**
 * Document and visual question answering: `[{answer, score?, start?, end?}]`, best first (`start` and `end` are words
 * of the document). A single object counts as a list of one.
 */
export const answersResult: ResultDefinition<'answers', v.InferOutput<typeof list>, unknown> = {
  kind: 'answers',
  answer: 'json',
  read: (answer) =>
    byScore(check(list, Array.isArray(answer) ? answer : [answer], 'a list of {answer, score}')),
  view: (value) => ({
    answers: value.map((row) =>
      row.score === undefined ? { answer: row.answer } : { answer: row.answer, score: row.score },
    ),
  }),
};
