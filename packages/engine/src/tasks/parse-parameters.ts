import { InputError } from '../errors/index.ts';
import { parseTyped, requireSendable, type FieldValue } from '../fields/index.ts';
import { closest } from '../text/index.ts';
import { formOf } from './define-task.ts';
import ownedByTheRequest from './owned-by-the-request.json' with { type: 'json' };
import type { ParameterSpec } from './parameter-spec.ts';
import type { Task } from './tasks.ts';

/** The parameters of a task, or of its conversations, in the schema's order; loaded when first asked for. */
export async function parameterSpecsOf(task: Task, conversation = false): Promise<readonly ParameterSpec[]> {
  const { parameterSpecs } = await import('./parameters.generated.ts');
  const specs = parameterSpecs[conversation ? 'chat-completion' : task.id] ?? [];
  const { parameters: traits = {} } = formOf(task, conversation);
  return specs.map((spec) => {
    if (!Object.hasOwn(traits, spec.name)) return spec;
    const { alternative: _alternative, ...own } = traits[spec.name]!;
    return { ...spec, ...own };
  });
}

/** The parameter with this name or alias. */
export function specNamed(specs: readonly ParameterSpec[], name: string): ParameterSpec | undefined {
  return (
    specs.find((known) => known.name === name) ??
    specs.find(({ aliases }) => aliases?.includes(name) === true)
  );
}

/** The parameter that an unknown name probably misspells. */
export function similarParameter(specs: readonly ParameterSpec[], name: string): string | undefined {
  const names = specs.filter(({ unlike }) => !unlike?.includes(name)).map((spec) => spec.name);
  return closest(name, names);
}

/** Parameters as a person typed them: name to text. */
export type TypedParameters = Readonly<Record<string, string>>;

/** Parameters as they are sent, each with its place in the body. */
export type Parameters = readonly {
  readonly name: string;
  readonly place: ParameterSpec['place'];
  readonly value: FieldValue;
}[];

/**
 * Parses typed parameters by the task's specs. A name that no schema knows is passed on as JSON, or as text where it
 * is not JSON: models may know more than their schema says.
 * @throws InputError for a value that a known parameter does not take, for what is no parameter, and for one
 * parameter under two names
 */
export function parseParameters(specs: readonly ParameterSpec[], typed: TypedParameters): Parameters {
  const typedNames = new Map<string, string>();
  return Object.entries(typed).map(([name, text]) => {
    if (ownedByTheRequest.includes(name.split('.')[0] ?? '')) {
      throw new InputError(`${name} is not a parameter but a part of the request`, {
        hint: 'Give it as an input or an option.',
      });
    }
    const spec = specNamed(specs, name);
    if (!spec) return { name, place: specs[0]?.place ?? 'parameters', value: jsonOrText(text, name) };
    const other = typedNames.get(spec.name);
    if (other !== undefined) {
      throw new InputError(`${other} and ${name} are the same parameter`, { hint: 'Use one of them.' });
    }
    typedNames.set(spec.name, name);
    return { name: spec.name, place: spec.place, value: parseTyped(spec, text, name) };
  });
}

function jsonOrText(text: string, name: string): FieldValue {
  let value: FieldValue;
  try {
    value = JSON.parse(text) as FieldValue;
  } catch {
    return text;
  }
  requireSendable(value, name);
  return value;
}
