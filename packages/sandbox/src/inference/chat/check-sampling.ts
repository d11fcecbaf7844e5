import { ModelInputError } from '../../define-model.ts';

type Fields = Readonly<Record<string, unknown>>;

/** OpenAI's ranges for the numbers of a completion request. */
const ranges: Readonly<Record<string, readonly [least: number, most: number]>> = {
  temperature: [0, 2],
  top_p: [0, 1],
  frequency_penalty: [-2, 2],
  presence_penalty: [-2, 2],
};

function isStop(value: unknown): boolean {
  return (
    typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
  );
}

/** The whole number from 1 in a field, undefined when it is absent or null. @throws ModelInputError */
export function readCount(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
  throw new ModelInputError(`\`${name}\` must be a whole number from 1.`);
}

/**
 * Checks the fields by which completions are drawn, whether or not a model uses them.
 * @throws ModelInputError naming the field that is wrong.
 */
export function checkSampling(fields: Fields): void {
  for (const [name, [least, most]] of Object.entries(ranges)) {
    const value = fields[name] ?? undefined;
    if (value === undefined || (typeof value === 'number' && value >= least && value <= most)) continue;
    throw new ModelInputError(`\`${name}\` must be a number from ${least} to ${most}.`);
  }
  const { seed, n, stop } = fields;
  if ((seed ?? undefined) !== undefined && !Number.isInteger(seed)) {
    throw new ModelInputError('`seed` must be a whole number.');
  }
  if ((n ?? 1) !== 1) throw new ModelInputError('`n` must be 1: there is one answer to a request.');
  if ((stop ?? undefined) !== undefined && !isStop(stop)) {
    throw new ModelInputError('`stop` must be a text or a list of texts.');
  }
}
