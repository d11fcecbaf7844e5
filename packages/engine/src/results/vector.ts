import * as v from 'valibot';
import type { JsonValue } from '../fields/index.ts';
import { OutputError } from '../errors/index.ts';
import { describe } from './check.ts';
import type { ResultDefinition } from './result-definition.ts';

/** Feature extraction answers numbers nested up to three levels (specification, section 3). */
const DEEPEST = 3;

/** The length of each level, from the first entries; throws where it nests to different depths or holds no numbers. */
function shapeOf(value: unknown, depth = 1): number[] {
  if (!Array.isArray(value) || depth > DEEPEST) throw unexpected(value);
  if (value.every((entry) => typeof entry === 'number' && Number.isFinite(entry))) return [value.length];
  const shapes = value.map((entry: unknown) => shapeOf(entry, depth + 1));
  const first = shapes[0] ?? [];
  if (shapes.some((shape) => shape.length !== first.length)) throw unexpected(value);
  return [value.length, ...first];
}

function unexpected(value: unknown): OutputError {
  return new OutputError(`expected numbers nested up to ${DEEPEST} levels, got ${describe(value)}`);
}

const list = v.array(v.unknown());

/** Feature extraction: numbers, or lists of them, up to three levels. */
export const vectorResult: ResultDefinition<'vector', JsonValue, unknown> = {
  kind: 'vector',
  answer: 'json',
  read(answer) {
    if (!v.is(list, answer) || answer.length === 0) throw unexpected(answer);
    shapeOf(answer);
    return answer as JsonValue;
  },
  view: (values) => ({ shape: shapeOf(values), values }),
};
