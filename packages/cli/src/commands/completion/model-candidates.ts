import { isModelId, listModels } from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import { withContext } from '../../context/with-context.ts';
import type { Candidate } from './candidates.ts';

/** Seconds; nobody waits longer at a Tab. */
const PATIENCE = 2;
const MOST = 30;

/** Models of a task that the hub finds for what was typed; none when it does not answer at once. */
export async function modelCandidates(
  task: string,
  typed: string,
  call: Call,
): Promise<readonly Candidate[]> {
  const hurried: Call = { ...call, options: { ...call.options, quiet: true, timeout: PATIENCE } };
  try {
    return await withContext(hurried, async ({ connection, signal }) => {
      const query = { task, limit: MOST, ...(typed === '' ? {} : { search: typed }) };
      for await (const { models } of listModels(connection, query, signal)) {
        // What is completed stands on a command line: an id that is none could be a command.
        const named = models.filter(({ name }) => isModelId(name));
        return named.map(({ name, downloads }) => ({ value: name, description: `${downloads} downloads` }));
      }
      return [];
    });
  } catch {
    return [];
  }
}
