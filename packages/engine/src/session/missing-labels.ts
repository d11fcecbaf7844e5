import { isFilled, withoutKind, type Field, type FieldValue } from '../fields/index.ts';
import { missingInputs, type SessionState } from './session-state.ts';

export const ENDPOINT_LABEL = 'Endpoint URL';

/** Labels of the missing inputs, without their kind; for lists, those of the entries. */
export function missingLabels(
  state: Pick<SessionState, 'task' | 'values'> & Partial<Pick<SessionState, 'choices'>>,
): readonly string[] {
  const labels = missingInputs(state).flatMap((name) => {
    const field = state.task?.fields[name];
    return field ? labelsOf(field, state.values[name]).map(withoutKind) : [];
  });
  return state.choices?.endpointUrl === '' ? [...labels, ENDPOINT_LABEL] : labels;
}

function labelsOf(field: Field, value: FieldValue | undefined): readonly string[] {
  if (field.kind !== 'list' || !Array.isArray(value) || value.length === 0) return [field.label];
  return (value as readonly string[]).flatMap((entry, index) =>
    isFilled({ kind: 'text', label: '' }, entry) ? [] : [field.entryLabel(index + 1)],
  );
}
