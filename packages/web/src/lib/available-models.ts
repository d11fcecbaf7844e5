import { ANY_PROVIDER, type Session } from '@tryout/engine';
import { MODEL_FIELD } from './routes.ts';

/** Lists the models that a provider runs right now, and focuses their field. */
export function listAvailable(session: Session): void {
  session.listModels({ provider: ANY_PROVIDER });
  document.getElementById(MODEL_FIELD)?.focus();
}
