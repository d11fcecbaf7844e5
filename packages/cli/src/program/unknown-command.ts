import { commandTable } from './command-table.ts';
import { UsageError } from './usage-error.ts';

/**
 * For a word that is no command; names those that begin alike.
 * @param task the task that may have been meant
 */
export function unknownCommand(name: string, task?: string): UsageError {
  const commands = commandTable.filter((entry) => !entry.hidden && entry.name.startsWith(name.slice(0, 2)));
  const near = [...commands.map((entry) => entry.name), ...(task === undefined ? [] : [task])];
  return new UsageError(`There is no command '${name}'`, {
    hint:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}?`
        : 'See tryout --help; a task is run with tryout run <task>.',
  });
}
