import type { FieldValue } from '@tryout/engine';
import { useSession, useSessionState } from '../../lib/app-context.ts';
import { draftName, isBeside, putBeside } from '../../lib/draft-beside.ts';

/**
 * What was typed into an input as it was typed: it may be no value yet. It lives in the session beside the field's
 * value, under a name that no field has: so it is there again after another task, goes with clearing and comes back with
 * what was cleared. It holds only beside the value with which it was made: what fills the field from elsewhere wins.
 * @param name of the field
 * @param value of the field now
 * @returns the draft, and what keeps another one beside a value
 */
export function useDraft<Draft extends object>(
  name: string,
  value: FieldValue | undefined,
): readonly [Draft | undefined, (draft: Draft | undefined, beside: FieldValue | undefined) => void] {
  const session = useSession();
  const key = draftName(name);
  const kept = useSessionState((state) => state.values[key]) as Draft | undefined;
  return [
    isBeside(kept, value) ? kept : undefined,
    (draft, beside) => {
      if (draft) putBeside(draft, beside);
      if (draft !== session.getSnapshot().values[key])
        session.setValue(key, draft as unknown as FieldValue | undefined);
    },
  ];
}
