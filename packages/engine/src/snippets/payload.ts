import type { FieldValue, JsonTemplate } from '../fields/index.ts';
import type { InferenceRequest } from '../request/index.ts';
import { taskNamed } from '../tasks/index.ts';

interface MutableJson {
  [key: string]: JsonTemplate | MutableJson;
}

/**
 * What a run asked for in the Hub's own words, `inputs` and `parameters`, whatever form its server wants them in: a
 * client that knows the server's form is told this.
 */
export function payloadOf({
  task,
  conversation,
  values,
  parameters,
}: InferenceRequest): Readonly<Record<string, JsonTemplate>> {
  const definition = taskNamed(task);
  const form = (conversation && definition.conversation) || definition;
  const payload: MutableJson = { ...form.payload(values as never) };
  for (const { name, place, value } of parameters) {
    const path = name.split('.');
    putAt(payload, place === 'parameters' ? ['parameters', ...path] : path, value);
  }
  return payload as Readonly<Record<string, JsonTemplate>>;
}

/** Puts a value at the end of a path, into copies of what is on the way. */
function putAt(target: MutableJson, [name = '', ...rest]: readonly string[], value: FieldValue): void {
  const here = Object.hasOwn(target, name) ? target[name] : undefined;
  const inner: MutableJson = { ...(here as MutableJson | undefined) };
  if (rest.length > 0) putAt(inner, rest, value);
  // Assigned plainly, `__proto__` would set the prototype.
  Object.defineProperty(target, name, {
    value: rest.length > 0 ? inner : value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
