import type { Command } from 'commander';
import { UsageError } from './usage-error.ts';

/**
 * Refuses words that a command has no argument for; the parser would pass over them.
 * @throws UsageError
 */
export function refuseExtraArguments(command: Command): void {
  const { args, parent, registeredArguments: known } = command;
  const extra = args[known.length];
  // The program itself takes any word, and says that it is no command.
  if (!parent || extra === undefined || known.at(-1)?.variadic) return;
  const name = `${parent.name()} ${command.name()}`;
  throw new UsageError(
    known.length === 0
      ? `${name} takes no arguments, but was given '${extra}'`
      : `${name} has no argument left for '${extra}'`,
    { hint: `It is called as ${name} ${command.usage()}.` },
  );
}
