import * as v from 'valibot';
import { codePointOffsets } from '../text/index.ts';
import { check, position, score } from './check.ts';
import type { ResultDefinition } from './result-definition.ts';

const entities = v.array(
  v.pipe(
    v.looseObject({
      entity_group: v.optional(v.string()),
      /** Without aggregation the API names the label so. */
      entity: v.optional(v.string()),
      word: v.string(),
      start: position,
      end: position,
      score,
    }),
    v.check(({ start, end }) => start <= end),
    v.check((row) => row.entity_group !== undefined || row.entity !== undefined),
  ),
);

export type Entities = v.InferOutput<typeof entities>;

/** Token classification: `[{entity_group, word, start, end, score}]`, positions in code points of the text. */
export const spansResult: ResultDefinition<'spans', Entities, { readonly text: string }> = {
  kind: 'spans',
  answer: 'json',
  read: (answer) => check(entities, answer, 'a list of {entity_group, word, start, end, score}'),
  view(value, { text }) {
    const offset = codePointOffsets(text);
    const spans = value.map((entity) => ({
      start: offset(entity.start),
      end: offset(entity.end),
      label: entity.entity_group ?? entity.entity ?? '',
      score: entity.score,
    }));
    return { text, spans: spans.sort((a, b) => a.start - b.start) };
  },
};
