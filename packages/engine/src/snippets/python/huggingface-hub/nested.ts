import type { JsonTemplate } from '../../../fields/index.ts';
import { withParameters } from '../../../request/index.ts';
import type { Parameters } from '../../../tasks/index.ts';

/** Parameters by name, wherever a body has them, in objects where dots in their names lead into them. */
export function nested(parameters: Parameters): Readonly<Record<string, JsonTemplate>> {
  return withParameters(
    {},
    parameters.map((parameter) => ({ ...parameter, place: 'body' })),
  );
}
