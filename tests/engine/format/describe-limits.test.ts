import { describe, expect, it } from 'vitest';
import { parameterLimits, type ParameterSpec } from '@tryout/engine';

type Limits = Partial<Omit<Extract<ParameterSpec, { kind: 'number' }>, 'kind'>>;

const cases: [Limits, string][] = [
  [{ integer: true, minimum: 1 }, 'an integer, at least 1'],
  [{ minimum: 0, maximum: 1 }, 'a number from 0 to 1'],
  [{ integer: true, minimum: 0, exclusiveMinimum: 0 }, 'an integer, more than 0'],
  [{ minimum: 1, exclusiveMinimum: 0 }, 'a number, at least 1'],
  [{ exclusiveMinimum: -2, exclusiveMaximum: 2, maximum: 3 }, 'a number, more than -2, less than 2'],
  [{ exclusiveMaximum: 2, maximum: 1 }, 'a number, at most 1'],
  [{}, 'a number'],
  [{ default: 1 }, 'a number, default 1'],
];

describe('the limits of a parameter', () => {
  it.each(cases)('combines two limits on the same side: %j', (limits, words) => {
    const spec = {
      name: 'a',
      place: 'parameters',
      kind: 'number',
      integer: false,
      ...limits,
    } as ParameterSpec;
    expect(parameterLimits(spec)).toBe(words);
  });
});
