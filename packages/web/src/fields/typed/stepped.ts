import type { NumberField } from '@tryout/engine';

/** What a number may be. */
export type NumberLimits = Pick<
  NumberField,
  'integer' | 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum'
>;

/** The number after one step up or down, within its limits: 1 for whole numbers, else a tenth. Begins at the least. */
export function stepped(text: string, limits: NumberLimits, direction: 1 | -1): string {
  const { integer, minimum = -Infinity, maximum = Infinity } = limits;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity } = limits;
  const step = integer ? 1 : 0.1;
  const least = Math.max(minimum, exclusiveMinimum + step);
  const most = Math.min(maximum, exclusiveMaximum - step);
  const now = Number(text);
  const next = text.trim() === '' || Number.isNaN(now) ? Math.max(0, least) : now + direction * step;
  // Tenths do not add up to tenths in binary.
  return String(Number(Math.min(most, Math.max(least, next)).toPrecision(12)));
}
