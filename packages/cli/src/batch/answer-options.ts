import type { LabelOptions } from '@tryout/engine';
import type { Command } from 'commander';
import { UsageError } from '../context/errors.ts';
import { filledValue } from '../context/options.ts';

/** How answers are compared with the expected ones, in `batch` and `report`. */
export interface AnswerOptions {
  /** A column. */
  readonly expected?: string;
  readonly map?: Readonly<Record<string, string>>;
  /** A property of answers by a schema. */
  readonly answer?: string;
}

/** Adds the options that say what answers mean. */
export function addAnswerOptions(command: Command): void {
  command
    .option('--map <answer=label>', 'label of an answer with another name; repeatable', collectMap)
    .option('--answer <field>', 'property of answers by a schema that is compared', filledValue);
}

/** A label has no `=`, an answer may. */
function collectMap(word: string, earlier: Readonly<Record<string, string>> = {}) {
  const at = word.lastIndexOf('=');
  if (at < 1 || at === word.length - 1)
    throw new UsageError(`--map takes ANSWER=LABEL, not '${word}'`, {
      hint: 'For example --map LABEL_0=negative.',
    });
  // A null prototype, since answers may be names that every object has.
  return Object.assign(Object.create(null) as object, earlier, { [word.slice(0, at)]: word.slice(at + 1) });
}

/** @throws UsageError for options that say nothing without expected answers */
export function requireExpected({ expected, map, answer }: AnswerOptions): void {
  if (expected !== undefined || (map ?? answer) === undefined) return;
  throw new UsageError(`${map ? '--map' : '--answer'} requires --expected COLUMN`, {
    hint: 'Add the column with the expected answers.',
  });
}

export const toLabels = ({ expected, map, answer }: AnswerOptions): LabelOptions => ({
  label: expected,
  map,
  answer,
});
