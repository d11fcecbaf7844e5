import {
  aboutFreeParameter,
  parameterSpecsOf,
  parseParameters,
  type Parameters,
  type ParameterSpec,
  type Task,
  type TypedParameters,
} from '@tryout/engine';

/** A task's parameters, then those that only its conversations have. */
export async function specsOf(task: Task): Promise<readonly ParameterSpec[]> {
  const [own, conversation = []] = await formsOf(task);
  const names = new Set(own!.map(({ name }) => name));
  return [...own!, ...conversation.filter(({ name }) => !names.has(name))];
}

/** The parameters of a task and, if it has conversations, of those. */
function formsOf(task: Task): Promise<(readonly ParameterSpec[])[]> {
  const forms = task.conversation ? [false, true] : [false];
  return Promise.all(forms.map((conversation) => parameterSpecsOf(task, conversation)));
}

/**
 * Checks parameters before the model is known; a value must be valid for the task or for its conversations.
 * @throws InputError
 */
export async function checkParameters(task: Task, typed: TypedParameters): Promise<void> {
  const forms = await formsOf(task);
  const flat: TypedParameters = Object.assign({}, ...forms.map((specs) => flatten(specs, typed)));
  for (const [name, value] of Object.entries(flat)) {
    const known = forms.filter((specs) => specs.some((spec) => spec.name === name));
    const failures = known.flatMap((specs) => failureOf(() => parseParameters(specs, { [name]: value })));
    if (known.length === 0) parseParameters([], { [name]: value });
    else if (failures.length === known.length) throw failures[0];
  }
}

function failureOf(parse: () => unknown): unknown[] {
  try {
    parse();
    return [];
  } catch (error) {
    return [error];
  }
}

/** The parameters of a request, with notes on unknown and renamed ones. */
export async function parametersFor(
  task: Task,
  conversation: boolean,
  typed: TypedParameters,
): Promise<{ readonly parameters: Parameters; readonly notes: readonly string[] }> {
  if (Object.keys(typed).length === 0) return { parameters: [], notes: [] };
  const specs = await parameterSpecsOf(task, conversation);
  const flat = flatten(specs, typed);
  const unknown = Object.keys(flat).filter((name) => !specs.some((spec) => spec.name === name));
  return {
    parameters: parseParameters(specs, flat),
    notes: unknown.map((name) => aboutFreeParameter(specs, name)),
  };
}

/** Splits objects whose keys are parameters: `target_size={"width":50}` becomes `target_size.width=50`. */
function flatten(specs: readonly ParameterSpec[], typed: TypedParameters): TypedParameters {
  const entriesOf = (name: string, text: string): [string, string][] => {
    const isObject = specs.some((spec) => spec.name.startsWith(`${name}.`));
    const entries = isObject ? Object.entries(parseObject(text)) : [];
    if (entries.length === 0) return [[name, text]];
    return entries.flatMap(([key, value]) =>
      entriesOf(`${name}.${key}`, typeof value === 'string' ? value : JSON.stringify(value)),
    );
  };
  return Object.fromEntries(Object.entries(typed).flatMap(([name, text]) => entriesOf(name, text)));
}

/** The JSON object in a text, or an empty one. */
function parseObject(text: string): object {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
