import * as v from 'valibot';
import { check, unwrap } from './check.ts';
import type { ResultDefinition } from './result-definition.ts';

/**
 * One text under the name that the task gives it, `{summary_text}` for example. Servers answer the object or a list of
 * one. Other fields beside it (speech recognition's `chunks`) are kept.
 */
export function textResult<Name extends string>(
  name: Name,
): ResultDefinition<'text', Record<Name, string>, unknown> {
  const schema = v.looseObject({ [name]: v.string() } as Record<Name, v.StringSchema<undefined>>);
  return {
    kind: 'text',
    answer: 'json',
    read: (answer) => check(schema, unwrap(answer), `{${name}: text}`) as Record<Name, string>,
    view: (value) => ({ text: value[name] }),
  };
}
