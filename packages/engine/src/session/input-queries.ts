import {
  fieldKinds,
  hasText,
  isListField,
  withoutKind,
  type Field,
  type FieldValue,
} from '../fields/index.ts';
import type { Connection } from '../http/index.ts';
import type { InferenceRequest } from '../request/index.ts';
import { schemaText, type RunSpec } from '../spec/index.ts';
import { loadParameterSpecs, type ParameterSpec } from '../tasks/index.ts';
import { createPrompt, getSent } from './chat-turns.ts';
import { loaded } from './store.ts';
import { isRunning, missingInputs, getChosenPlace, hasTarget, createRunSpec } from './session-queries.ts';
import type { ChatState, Exchange, SessionState, TaskInputs } from './session-state.ts';

/** What is missing for a run, such as `Add a question and an image`; empty if nothing is. */
export function missingText({
  task,
  values,
  choices,
}: Pick<SessionState, 'task' | 'values'> & Partial<Pick<SessionState, 'choices'>>): string {
  const inputs = missingInputs({ task, values }).flatMap((name) => {
    const field = task?.fields[name];
    return field ? getNouns(field, values[name]) : [];
  });
  const nouns = choices?.endpointUrl === '' ? [...inputs, 'an endpoint URL'] : inputs;
  const [last, ...others] = nouns.toReversed();
  if (last === undefined) return '';
  return `Add ${others.length > 0 ? `${others.reverse().join(', ')} and ` : ''}${last}`;
}

/** An input with its article; for lists, the labels of the missing entries, unless all are missing. */
function getNouns(field: Field, value: FieldValue | undefined): readonly string[] {
  const label = withoutKind(field.label).toLowerCase();
  if (isListField(field)) {
    const entries = (value as readonly string[] | undefined) ?? [];
    const missing = entries.flatMap((entry, index) => (hasText(entry) ? [] : [field.entryLabel(index + 1)]));
    return missing.length === entries.length ? [label] : missing.map(withoutKind);
  }
  const noun = label === 'input' ? fieldKinds[field.kind].noun : label;
  if (noun === 'text' || noun === 'audio') return [noun];
  return [`${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`];
}

/** The inputs of a form that shows a run; the reverse of {@link createRunSpec}. */
export function toInputs(spec: RunSpec & { readonly chat?: ChatState | undefined }): TaskInputs {
  const { place, values, parameters = {}, billTo, stream, flags, schema, chat } = spec;
  const { provider, endpointUrl } = place;
  const choices = { provider, endpointUrl, billTo, stream, flags, schema: schema && schemaText(schema) };
  return { values, drafts: {}, parameters, choices, chat };
}

export function hasChangedSinceRun({
  run: { inputs },
  values,
  parameters,
  choices,
  chat,
}: Pick<SessionState, 'run' | 'values' | 'parameters' | 'choices' | 'chat'>): boolean {
  if (!inputs) return false;
  return !(
    isSame(inputs.values, values) &&
    isSame(inputs.parameters, parameters) &&
    isSame(inputs.choices, choices) &&
    isSame(inputs.chat ?? chat, chat)
  );
}

function isSame(one: object, other: object): boolean {
  const [left, right] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => {
    const [was, is] = [left[name], right[name]];
    if (!Array.isArray(was) || !Array.isArray(is)) return was === is;
    return was.length === is.length && was.every((entry, index) => entry === is[index]);
  });
}

/** The exchanges before the message that is being answered, or all. */
export function getVisibleExchanges(state: SessionState): readonly Exchange[] {
  return (isRunning(state) ? state.run.inputs?.chat : state.chat)?.exchanges ?? [];
}

/** The message that is being answered; undefined without a run. */
export function pendingPrompt(state: SessionState): Exchange['prompt'] | undefined {
  return isRunning(state) ? createPrompt(state, state.run.inputs) : undefined;
}

/**
 * The request of the current inputs: that of the last run until they change. Nothing is sent to a model.
 * @returns the last run's request while inputs are missing; undefined without a run
 * @throws Failure when no request can be built, for example because no provider runs the model
 */
export async function currentRequest(
  connection: Connection,
  state: SessionState,
  signal: AbortSignal,
): Promise<InferenceRequest | undefined> {
  const { task, run } = state;
  if (!task || !hasTarget(state) || missingInputs(state).length > 0) return run.request;
  if (run.request && !hasChangedSinceRun(state)) return run.request;
  const { prepareRun } = await loaded(() => import('../request/perform-run.ts'));
  return (await prepareRun(connection, createRunSpec(task, getSent(state)), { signal })).request;
}

/** The parameters of the next run: those of chats if the model, provider or endpoint supports chat. */
export async function currentParameterSpecs(
  connection: Connection,
  { task, model, choices }: Pick<SessionState, 'task' | 'model' | 'choices'>,
  signal: AbortSignal,
): Promise<readonly ParameterSpec[]> {
  if (!task) return [];
  if (!task.conversation || !hasTarget({ model, choices })) return loadParameterSpecs(task);
  const { getChatSupport } = await loaded(() => import('../request/route.ts'));
  const support = await getChatSupport(connection, task, getChosenPlace({ model, choices }), signal);
  return loadParameterSpecs(task, support !== 'none');
}
