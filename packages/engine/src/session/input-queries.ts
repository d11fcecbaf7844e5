import { hasText, isListField, withoutKind, type Field, type FieldValue } from '../fields/index.ts';
import { ENDPOINT_LABEL } from '../request/index.ts';
import { missingInputs } from './session-queries.ts';
import type { SessionState } from './session-state.ts';

/** Labels of the missing inputs, without their kind; for lists, those of the entries. */
export function missingLabels(
  state: Pick<SessionState, 'task' | 'values'> & Partial<Pick<SessionState, 'choices'>>,
): readonly string[] {
  const labels = missingInputs(state).flatMap((name) => {
    const field = state.task?.fields[name];
    return field ? getLabels(field, state.values[name]).map(withoutKind) : [];
  });
  return state.choices?.endpointUrl === '' ? [...labels, ENDPOINT_LABEL] : labels;
}

function getLabels(field: Field, value: FieldValue | undefined): readonly string[] {
  if (!isListField(field) || !Array.isArray(value) || value.length === 0) return [field.label];
  return (value as readonly string[]).flatMap((entry, index) =>
    hasText(entry) ? [] : [field.entryLabel(index + 1)],
  );
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
