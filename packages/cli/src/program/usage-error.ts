import { InputError } from '@tryout/engine';

/** The command line itself cannot be used: an unknown command or option, a missing argument. */
export class UsageError extends InputError {}

/** A failure to parse, as commander throws it: its text alone holds the names. */
export interface ParseFailure {
  readonly code: string;
  readonly message: string;
}

/**
 * What commander says when it cannot parse, as an error of ours.
 * @param command as it is called, for example `tryout models`
 */
export function usageErrorFrom({ code, message }: ParseFailure, command: string): UsageError {
  const text = message.replace(/^error: /, '');
  const see = `See ${command} --help.`;
  const [, name = ''] = /'([^]*)'/.exec(text.split('\n')[0] ?? '') ?? [];
  switch (code) {
    case 'commander.missingArgument':
      return new UsageError(`No ${name} was given`, {
        hint: name === 'task' ? 'See tryout tasks; then write the task after the command.' : see,
      });
    case 'commander.invalidArgument':
      return invalidArgument(text, see);
    case 'commander.optionMissingArgument': {
      const flag = name.split(', ').at(-1) ?? name;
      return new UsageError(`${flag.split(' ')[0] ?? flag} has no value`, { hint: `Write ${flag}.` });
    }
    case 'commander.unknownOption': {
      const [, near] = /\((Did you mean .+\?)\)$/.exec(text) ?? [];
      return new UsageError(`There is no option '${name}'`, {
        hint: near ?? `${see} What begins with - and is no option stands after --.`,
      });
    }
    default:
      return new UsageError(text, { hint: see });
  }
}

function invalidArgument(text: string, see: string): UsageError {
  const [, value, argument, choices] =
    /value '([^]*)' is invalid for (?:option|argument) '(.+?)'\. Allowed choices are (.+)\.$/.exec(text) ??
    [];
  if (choices === undefined) return new UsageError(text, { hint: see });
  return new UsageError(`'${value}' is no ${argument} that tryout knows`, {
    hint: `It is one of ${choices}.`,
  });
}
