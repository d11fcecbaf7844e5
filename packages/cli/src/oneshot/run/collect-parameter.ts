import type { TypedParameters } from '@tryout/engine';
import { UsageError } from '../../commands/usage-error.ts';

/** Parts of names that mean something to JavaScript itself; no model takes them. */
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Collects `name=value` from a repeatable option.
 * @throws UsageError
 */
export function collectParameter(word: string, earlier: TypedParameters = {}): TypedParameters {
  const cut = word.indexOf('=');
  if (cut < 1) {
    throw new UsageError(`--param takes name=value, not '${word}'`, { hint: 'For example --param top_k=3.' });
  }
  const name = word.slice(0, cut);
  const value = word.slice(cut + 1);
  if (name.split('.').some((part) => reserved.has(part))) {
    throw new UsageError(`A parameter cannot be called ${name}`, {
      hint: `${[...reserved].join(', ')} are no parts of a name.`,
    });
  }
  if (holdsPrototype(value)) {
    throw new UsageError(`The value of ${name} holds __proto__`, { hint: 'Leave it out; it is never sent.' });
  }
  if (Object.hasOwn(earlier, name)) {
    throw new UsageError(`--param ${name} is given twice`, { hint: 'Give each parameter once.' });
  }
  return { ...earlier, [name]: value };
}

/** Whether a text is JSON with a `__proto__` anywhere in it. */
function holdsPrototype(text: string): boolean {
  let found = false;
  try {
    JSON.parse(text, (key, value: unknown) => {
      found ||= key === '__proto__';
      return value;
    });
  } catch {
    // A text that is no JSON is sent as a text.
  }
  return found;
}
