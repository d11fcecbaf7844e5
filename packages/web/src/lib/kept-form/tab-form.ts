import type { SessionState, TaskInputs } from '@tryout/engine';
import type { KeptValue } from './kept-value.ts';

/** The inputs of a task as they are stored. */
export interface KeptInputs extends Pick<TaskInputs, 'parameters' | 'choices'> {
  readonly values: Readonly<Record<string, KeptValue>>;
  /** Missing in forms of earlier versions. */
  readonly drafts?: Readonly<Record<string, KeptValue>>;
}

/** What a tab keeps of its forms, apart from the parts that are too large for it. */
export interface TabForm {
  /** The chosen task and model. */
  readonly task?: string;
  readonly model?: SessionState['model'];
  /** By task. */
  readonly inputs: Readonly<Record<string, KeptInputs>>;
  /** Whether a page is showing it: a tab that was doubled finds it so, and must leave the other one's parts alone. */
  readonly isShown: boolean;
}

/** Where a form waits in a tab for its page. */
const KEY = 'form';

/** Which forms are of the people who are signed in here, in this and other tabs. It goes when they sign out. */
const AGE_KEY = 'forms';

interface Stored extends TabForm {
  readonly age: string;
}

/** Whether there may be one. */
export function readTabForm(): TabForm | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stored | null;
    if (stored && typeof stored.inputs === 'object' && stored.age === ageOfForms()) return stored;
    sessionStorage.removeItem(KEY);
  } catch {
    // What cannot be read is not brought back.
  }
  return undefined;
}

/** @throws DOMException where the browser keeps nothing, or has no room */
export function writeTabForm(form: TabForm): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ...form, age: ageOfForms() ?? beginAge() } satisfies Stored));
}

/** Forgets the form of this tab, and makes those of all others worth nothing. */
export function endTabForms(): void {
  for (const storage of [() => sessionStorage.removeItem(KEY), () => localStorage.removeItem(AGE_KEY)]) {
    try {
      storage();
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }
}

/** Undefined before the first form; where nothing is kept beyond the tab, all is of one age. */
function ageOfForms(): string | undefined {
  try {
    return localStorage.getItem(AGE_KEY) ?? undefined;
  } catch {
    return '';
  }
}

function beginAge(): string {
  const age = newId();
  localStorage.setItem(AGE_KEY, age);
  return age;
}

/** A name that nothing else has; also on pages that came over plain http. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
