import {
  parameterSpecsOf,
  parseParameters,
  splitObjects,
  type ParameterSpec,
  type Task,
  type TypedParameters,
} from '@tryout/engine';

/** The parameters of a task: those of its plain form, and of its conversations where it holds any. */
export async function specsOf(task: Task): Promise<readonly ParameterSpec[]> {
  const own = await parameterSpecsOf(task);
  if (!task.conversation) return own;
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...(await parameterSpecsOf(task, true)).filter(({ name }) => !names.has(name))];
}

/**
 * Checks parameters before anything is sent; for a task that also holds conversations a value must fit one of its two
 * forms.
 * @throws InputError
 */
export async function checkParameters(task: Task, typed: TypedParameters): Promise<void> {
  const forms = await Promise.all(
    (task.conversation ? [false, true] : [false]).map((conversation) => parameterSpecsOf(task, conversation)),
  );
  const parts = Object.assign({}, ...forms.map((specs) => splitObjects(specs, typed))) as TypedParameters;
  for (const [name, value] of Object.entries(parts)) {
    const knowing = forms.filter((specs) => specs.some((spec) => spec.name === name));
    const failures = knowing.flatMap((specs) => failureOf(() => parseParameters(specs, { [name]: value })));
    if (knowing.length === 0) parseParameters([], { [name]: value });
    else if (failures.length === knowing.length) throw failures[0];
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
