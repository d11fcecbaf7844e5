import { counted, InputError, visibleLine, type History } from '@tryout/engine';

/** The newest run. */
export const LAST = 'last';

/** Whether a text can be an ID or its beginning: at most 26 digits and letters. */
export function isRunId(typed: string): boolean {
  return typed === LAST || /^[\da-z]{1,26}$/i.test(typed);
}

/**
 * The ID of a run in the history.
 * @param typed an ID, its beginning, or `last`
 * @throws InputError if there is none, or several; HistoryError if the history cannot be read
 */
export async function findRunId(history: History, typed: string): Promise<string> {
  const entries = await history.list(typed === LAST ? { limit: 1 } : {});
  if (typed === LAST) {
    if (entries[0]) return entries[0].id;
    throw new InputError('The history is empty', { hint: 'Run a model first, for example with tryout run.' });
  }
  const found = entries.filter(({ id }) => id.startsWith(typed.toUpperCase()));
  const [only, another] = found;
  if (only && !another) return only.id;
  throw new InputError(
    only
      ? `${counted(found.length, 'run')} in the history begin with '${typed}'`
      : `No run in the history begins with '${visibleLine(typed)}'`,
    { hint: only ? 'Type more of the ID.' : 'List the runs with tryout history.' },
  );
}
