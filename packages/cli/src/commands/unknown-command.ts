import { commandTable } from './command-table.ts';
import { UsageError } from './usage-error.ts';

/** For a word that is no command; names those that begin alike. */
export function unknownCommand(name: string): UsageError {
  const near = commandTable.filter((entry) => !entry.hidden && entry.name.startsWith(name.slice(0, 2)));
  return new UsageError(`There is no command '${name}'`, {
    hint:
      near.length > 0
        ? `Did you mean ${near.map((entry) => entry.name).join(' or ')}?`
        : 'See tryout --help; a task is run with tryout run <task>.',
  });
}
