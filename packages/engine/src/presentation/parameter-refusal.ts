/** Parts of names that mean something to JavaScript itself; no model takes them. */
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Why something is no parameter, whatever the model. */
export interface ParameterRefusal {
  readonly message: string;
  readonly hint: string;
}

/** Why `name=value` is sent to no model; undefined where it may be. */
export function parameterRefusal(name: string, value: string): ParameterRefusal | undefined {
  if (name.split('.').some((part) => reserved.has(part))) {
    return {
      message: `A parameter cannot be called ${name}`,
      hint: `${[...reserved].join(', ')} are no parts of a name.`,
    };
  }
  if (!holdsPrototype(value)) return undefined;
  return { message: `The value of ${name} holds __proto__`, hint: 'Leave it out; it is never sent.' };
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
