import { InputError } from '@tryout/engine';

/** The command line itself cannot be used: an unknown command or option, a missing argument. */
export class UsageError extends InputError {}

/** What commander says when it cannot parse, as an error of ours. */
export function usageErrorFrom(message: string, command: string): UsageError {
  const [first = '', suggestion] = message.replace(/^error: /, '').split('\n');
  return new UsageError(first, {
    hint: suggestion?.replace(/^\((.*)\)$/, '$1') ?? `See ${command} --help.`,
  });
}
