import type { FieldValue, JsonTemplate } from '../../../fields/index.ts';
import type { Parameters } from '../../../tasks/index.ts';

interface Nested {
  readonly [name: string]: JsonTemplate | Nested;
}

/** Parameters by name, in objects where dots in their names lead into them. */
export function nested(parameters: Parameters): Readonly<Record<string, JsonTemplate>> {
  return parameters.reduce<Nested>(
    (result, { name, value }) => withEntry(result, name.split('.'), value),
    {},
  ) as Readonly<Record<string, JsonTemplate>>;
}

function withEntry(target: Nested, [name = '', ...rest]: readonly string[], value: FieldValue): Nested {
  const inner = Object.hasOwn(target, name) ? (target[name] as Nested) : {};
  const entry = rest.length === 0 ? (value as JsonTemplate) : withEntry(inner, rest, value);
  return Object.fromEntries([
    ...Object.entries(target).filter(([key]) => key !== name),
    [name, entry],
  ]) as Nested;
}
