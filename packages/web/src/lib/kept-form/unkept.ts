import type { Observable } from '@tryout/engine';

/** Why something is not there any more when the page is loaded anew. */
export type WhyUnkept = 'large' | 'full' | 'refused';

/** What is not kept, by its {@link slotName}; `form` for all of it. */
type Unkept = ReadonlyMap<string, WhyUnkept>;

const listeners = new Set<() => void>();
let current: Unkept = new Map();

/** What of this page's forms is not kept. */
export const unkept: Observable<Unkept> = {
  getSnapshot: () => current,
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** What one input of one task is called here. */
export function slotName(task: string, input: string): string {
  return `${task} ${input}`;
}

/** @param why undefined for what is kept */
export function setUnkept(slot: string, why: WhyUnkept | undefined): void {
  if (current.get(slot) === why) return;
  const next = new Map(current);
  if (why === undefined) next.delete(slot);
  else next.set(slot, why);
  current = next;
  for (const listener of [...listeners]) listener();
}

/** Why storage did not take something. */
export function whyNot(error: unknown): WhyUnkept {
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'refused';
}
