import { FailureNote } from '../../lib/ui/failure-note.tsx';
import { errorOf, type Refusal } from './refusal.ts';

/** Why an input did not take something; nothing where it did. */
export function RefusalNote({ id, refusal }: { readonly id: string; readonly refusal: Refusal | undefined }) {
  if (!refusal) return null;
  return <FailureNote id={id} error={errorOf(refusal)} />;
}
