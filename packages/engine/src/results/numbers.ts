import * as v from 'valibot';
import { OutputError } from '../errors/index.ts';
import type { JsonValue } from '../fields/index.ts';
import { check, score } from './check.ts';
import type { ResultDefinition } from './result-definition.ts';

const numbers = v.array(score);
/** Classifiers may answer names of classes. */
const values = v.array(v.union([score, v.string()]));

/** Specification, section 2: results are listed as `Output - Sentence #n`, in the tabular forms as well. */
function outputLabel(index: number): string {
  return `Output - Sentence #${index + 1}`;
}

/** Sentence similarity: one number for each sentence, in their order. */
export const similaritiesResult: ResultDefinition<
  'numbers',
  number[],
  { readonly sentences: readonly string[] }
> = {
  kind: 'numbers',
  answer: 'json',
  read(answer, { sentences }) {
    const found = check(numbers, answer, 'a list of numbers');
    if (found.length === sentences.length) return found;
    throw new OutputError(`expected ${sentences.length} numbers, one for each sentence, got ${found.length}`);
  },
  view: (value, { sentences }) => ({
    rows: value.map((number, index) => ({
      label: outputLabel(index),
      value: number,
      detail: sentences[index],
    })),
  }),
};

/** Tabular classification and regression: at most one value for each row of the table. */
export const rowValuesResult: ResultDefinition<'numbers', (number | string)[], { readonly data: JsonValue }> =
  {
    kind: 'numbers',
    answer: 'json',
    read(answer, { data }) {
      const found = check(values, answer, 'a list of numbers');
      const rows = Object.values((data ?? {}) as Record<string, string[]>)[0]?.length ?? 0;
      if (found.length <= rows) return found;
      throw new OutputError(`expected at most ${rows} values, one for each row, got ${found.length}`);
    },
    view: (value) => ({ rows: value.map((row, index) => ({ label: outputLabel(index), value: row })) }),
  };
