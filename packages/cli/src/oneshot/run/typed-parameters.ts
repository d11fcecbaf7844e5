import {
  InputError,
  parameterSpecsOf,
  parseParameters,
  type ParameterSpec,
  type Parameters,
  type Task,
  type TypedParameters,
} from '@tryout/engine';

/** Collects `name=value` from a repeatable option. */
export function collectParameter(word: string, earlier: TypedParameters = {}): TypedParameters {
  const cut = word.indexOf('=');
  if (cut < 1) {
    throw new InputError(`--param takes name=value, not '${word}'`, { hint: 'For example --param top_k=3.' });
  }
  return { ...earlier, [word.slice(0, cut)]: word.slice(cut + 1) };
}

/** The parameters of a task: those of its plain form, and of its conversations where it holds any. */
export async function specsOf(task: Task): Promise<readonly ParameterSpec[]> {
  const own = await parameterSpecsOf(task);
  if (!task.conversation) return own;
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...(await parameterSpecsOf(task, true)).filter(({ name }) => !names.has(name))];
}

/**
 * Checks parameters before anything is sent; for a task that also holds conversations a value must fit one of its two
 * forms. Returns the names that no schema knows.
 * @throws InputError
 */
export async function checkParameters(task: Task, typed: TypedParameters): Promise<readonly string[]> {
  const forms = await Promise.all(
    (task.conversation ? [false, true] : [false]).map((conversation) => parameterSpecsOf(task, conversation)),
  );
  for (const [name, value] of Object.entries(typed)) {
    const knowing = forms.filter((specs) => specs.some((spec) => spec.name === name));
    const failures = knowing.flatMap((specs) => failureOf(() => parseParameters(specs, { [name]: value })));
    if (knowing.length > 0 && failures.length === knowing.length) throw failures[0];
  }
  const known = new Set(forms.flat().map(({ name }) => name));
  return Object.keys(typed).filter((name) => !known.has(name));
}

function failureOf(parse: () => unknown): unknown[] {
  try {
    parse();
    return [];
  } catch (error) {
    return [error];
  }
}

/** The parameters as they are sent, once it is known whether the model holds a conversation. */
export async function parametersFor(
  task: Task,
  conversation: boolean,
  typed: TypedParameters,
): Promise<Parameters> {
  return Object.keys(typed).length === 0
    ? []
    : parseParameters(await parameterSpecsOf(task, conversation), typed);
}
