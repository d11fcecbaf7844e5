import { useEffect } from 'react';
import { MODEL_FIELD } from '../../../lib/model-field.ts';
import { useSessionState } from '../../../lib/session-context.ts';

/** Leads to the choice of a model as soon as the models that were asked for are there. */
export function useModelField(isWanted: boolean): void {
  const status = useSessionState((state) => state.models.status);
  useEffect(() => {
    if (!isWanted || status !== 'loaded') return;
    const field = document.getElementById(MODEL_FIELD);
    field?.focus();
    field?.scrollIntoView({ block: 'center' });
  }, [isWanted, status]);
}
