import type { FieldValue, JsonTemplate } from '../fields/index.ts';
import { formOf, taskNamed, type Parameters, type Payload } from '../tasks/index.ts';
import type { InferenceRequest } from './inference-request.ts';

interface MutableJson {
  [key: string]: JsonTemplate | MutableJson;
}

/**
 * What a run asks for in the Hub's own words, `inputs` and `parameters`, or a chat's `messages`, whatever form its server
 * wants them in.
 */
export function payloadOf({
  task,
  conversation,
  values,
  parameters,
}: Pick<InferenceRequest, 'task' | 'conversation' | 'values' | 'parameters'>): Payload {
  const form = formOf(taskNamed(task), conversation);
  const payload = form.payload(values as never);
  // Servers reject both names of one parameter, so the default gives way.
  const replaced = Object.entries(form.parameters ?? {})
    .filter(([, { alternative }]) => parameters.some(({ name }) => name === alternative))
    .map(([name]) => name);
  const kept = Object.fromEntries(Object.entries(payload).filter(([name]) => !replaced.includes(name)));
  return withParameters(kept, parameters);
}

/** Adds parameters at their places; dots in a name lead into objects. */
export function withParameters(payload: Payload, parameters: Parameters): Payload {
  const result: MutableJson = { ...payload };
  for (const { name, place, value } of parameters) {
    const path = place === 'parameters' ? ['parameters', ...name.split('.')] : name.split('.');
    setIn(result, path, value);
  }
  return result as Payload;
}

function setIn(target: MutableJson, [name, ...rest]: readonly string[], value: FieldValue): void {
  if (name === undefined) return;
  if (rest.length === 0) {
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  const inner: MutableJson = { ...(Object.hasOwn(target, name) ? (target[name] as MutableJson) : {}) };
  setIn(inner, rest, value);
  Object.defineProperty(target, name, { value: inner, enumerable: true, configurable: true, writable: true });
}
