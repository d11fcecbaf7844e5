import { InputError, type StoredRun } from '@tryout/engine';
import type { Environment } from '../terminal/terminal.ts';
import { openHistory } from './open-history.ts';
import { findRunId } from './run-id.ts';

/**
 * A run of the history.
 * @param typed its ID, the beginning of it, or `last`
 * @throws InputError if there is none, HistoryError
 */
export async function recordedRun(environment: Environment, typed: string): Promise<StoredRun> {
  const history = openHistory(environment);
  const id = await findRunId(history, typed);
  const stored = await history.get(id);
  if (stored) return stored;
  throw new InputError(`Run ${id} was removed from the history`, {
    hint: 'List the runs with tryout history.',
  });
}
