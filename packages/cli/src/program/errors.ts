import { closest, InputError } from '@tryout/engine';
import { visibleCommands } from './command-table.ts';

/** An invalid command line: an unknown command or option, a missing argument. */
export class UsageError extends InputError {}

/** The picker exited with a nonzero code and has already reported why. */
export class PickerExit extends Error {
  override readonly name = 'PickerExit';
  readonly code: number;

  constructor(code: number) {
    super('The picker has ended');
    this.code = code;
  }
}

/** Compares names, because the bundle may contain the class twice. */
export function isPickerExit(error: unknown): error is PickerExit {
  return error instanceof Error && error.name === 'PickerExit';
}

/** Suggests a similar command, those with the same first letters, and a similar task. */
export function unknownCommand(name: string, task?: string): UsageError {
  const names = visibleCommands.map((known) => known.name);
  const similar = closest(name, names);
  const commands = names.filter((known) => known === similar || known.startsWith(name.slice(0, 2)));
  const near = task === undefined ? commands : [...commands, task];
  return new UsageError(`Unknown command '${name}'`, {
    hint:
      near.length > 0
        ? `Did you mean ${near.join(' or ')}?`
        : 'See tryout --help. To run a task, use tryout run <task>.',
  });
}

/** Rewords an error of commander. @param command for example `tryout models` */
export function usageErrorFrom(
  { code, message }: { readonly code: string; readonly message: string },
  command: string,
): UsageError {
  const text = message.replace(/^error: /, '');
  const see = `See ${command} --help.`;
  const [, name = ''] = /'([^]*)'/.exec(text.split('\n')[0] ?? '') ?? [];
  switch (code) {
    case 'commander.missingArgument':
      return new UsageError(`Missing argument <${name}>`, {
        hint: name === 'task' ? 'List the tasks with tryout tasks.' : see,
      });
    case 'commander.invalidArgument':
      return invalidChoice(text, see);
    case 'commander.optionMissingArgument': {
      const flags = name.split(', ').at(-1) ?? name;
      return new UsageError(`${flags.split(' ')[0]} requires a value`, { hint: `Usage: ${flags}` });
    }
    case 'commander.unknownOption': {
      const [, near] = /\((Did you mean .+\?)\)$/.exec(text) ?? [];
      return new UsageError(`Unknown option '${name}'`, {
        hint: near ?? `${see} Put -- before values that start with -.`,
      });
    }
    default:
      return new UsageError(text, { hint: see });
  }
}

function invalidChoice(text: string, see: string): UsageError {
  const [, value, argument, choices] =
    /value '([^]*)' is invalid for (?:option|argument) '(.+?)'\. Allowed choices are (.+)\.$/.exec(text) ??
    [];
  if (choices === undefined) return new UsageError(text, { hint: see });
  return new UsageError(`Unsupported ${argument} '${value}'`, { hint: `Choose one of ${choices}.` });
}
