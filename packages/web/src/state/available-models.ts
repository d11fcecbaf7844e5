import { attempt, type Session } from '@tryout/engine';
import { MODEL_FIELD } from './routes.ts';

/** Local storage key. */
const FILTER_KEY = 'models';

/** Whether this browser lists only available models, which is the default. */
export function readAvailableOnly(): boolean {
  return attempt(() => localStorage.getItem(FILTER_KEY)) !== 'all';
}

export function filterModels(session: Session, availableOnly: boolean): void {
  session.filterModels(availableOnly);
  attempt(() => localStorage.setItem(FILTER_KEY, availableOnly ? 'available' : 'all'));
}

/** Lists the models that a provider runs right now, and focuses their field. */
export function listAvailable(session: Session): void {
  filterModels(session, true);
  session.listModels();
  document.getElementById(MODEL_FIELD)?.focus();
}
