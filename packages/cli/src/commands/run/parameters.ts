import {
  parameterSpecsOf,
  parseParameters,
  type ParameterSpec,
  type Task,
  type TypedParameters,
} from '@tryout/engine';

/** A task's parameters, followed by its chat-only parameters. */
export async function specsOf(task: Task): Promise<readonly ParameterSpec[]> {
  const [own, conversation = []] = await formsOf(task);
  const names = new Set(own!.map(({ name }) => name));
  return [...own!, ...conversation.filter(({ name }) => !names.has(name))];
}

function formsOf(task: Task): Promise<(readonly ParameterSpec[])[]> {
  const forms = task.conversation ? [false, true] : [false];
  return Promise.all(forms.map((conversation) => parameterSpecsOf(task, conversation)));
}

/**
 * Checks parameters before the model is known: a value must be valid either for the task or for chat.
 * @throws InputError
 */
export async function checkParameters(task: Task, typed: TypedParameters): Promise<void> {
  const forms = await formsOf(task);
  for (const [name, value] of Object.entries(typed)) {
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
