import * as v from 'valibot';
import { check, score } from './check.ts';
import type { ResultDefinition } from './result-definition.ts';

const completion = v.looseObject({
  id: v.string(),
  created: score,
  model: v.string(),
  choices: v.pipe(
    v.array(v.looseObject({ message: v.looseObject({ content: v.optional(v.nullable(v.string())) }) })),
    v.minLength(1),
  ),
  /** Some providers leave these out. */
  system_fingerprint: v.nullish(v.string()),
  usage: v.nullish(v.looseObject({})),
});

export type ChatCompletion = v.InferOutput<typeof completion>;

/** Chat completion: choices, created, id, model, system_fingerprint, usage. */
export const chatResult: ResultDefinition<'text', ChatCompletion, unknown> = {
  kind: 'text',
  answer: 'json',
  read: (answer) => check(completion, answer, 'a chat completion {id, created, model, choices}'),
  view: ({ choices }) => ({ text: choices[0]?.message.content ?? '' }),
};
