import {
  didYouMean,
  InputError,
  nameHint,
  similarNames,
  suggestTasks,
  TryoutError,
  visible,
  redact,
} from '@tryout/engine';
import type { Command, CommanderError } from 'commander';

/** An invalid command line: an unknown command or option, a missing argument. */
export class UsageError extends InputError {
  override readonly code = 'USAGE';
}

/** Inputs were not read within `--timeout`. */
export class ReadTimeoutError extends TryoutError {
  override readonly name = 'TimeoutError';
  readonly code = 'TIMEOUT';
  readonly outcome = 'timeout';
  readonly deadline = 'total';

  constructor(seconds: number) {
    super(`The inputs were not read within ${seconds} s`);
  }
}

/** A part that is loaded on demand is gone: a build or an update replaced the running program. */
class ReplacedError extends TryoutError {
  override readonly name = 'ReplacedError';
  readonly code = 'NOT_LOADED';
  readonly outcome = 'failed';

  constructor(cause: unknown) {
    super('Tryout was built again or updated while it runs', { hint: 'Stop it and start it again.', cause });
  }
}

/** The error, or one that explains it if a part of the program is gone. */
export function explainReplaced(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { message } = error.cause instanceof Error ? error.cause : error;
  // Parts of the program are loaded by path, packages by name.
  return /^Cannot find module '(?:\.|\/|file:|[A-Z]:)/.test(message) ? new ReplacedError(error) : error;
}

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

/** Suggests similar commands; without any, tasks. */
export function unknownCommand(program: Command, name: string): UsageError {
  const visible = program.createHelp().visibleCommands(program);
  const names = visible.map((command) => command.name());
  const near = didYouMean(similarNames(name, names)) || suggestTasks(name);
  return new UsageError(`Unknown command '${name}'`, {
    hint: near || 'See tryout --help. To run a task, use tryout run <task>.',
  });
}

/** Rejects arguments of the default action of a command, since they may be misspelled actions. */
export function rejectArguments(defaultAction: Command): void {
  defaultAction.allowExcessArguments().hook('preAction', ({ args: [unexpected], parent }) => {
    if (unexpected === undefined) return;
    const actions = parent?.commands.map((action) => action.name()) ?? [];
    throw new UsageError(`Unexpected argument '${unexpected}'`, {
      hint: nameHint(unexpected, actions, `The actions are ${actions.join(', ')}.`),
    });
  });
}

/** Messages of the parser, and what Tryout says instead. */
const messages: readonly (readonly [RegExp, string])[] = [
  [/^missing required argument '(.+)'$/, 'Missing argument <$1>'],
  [/^option '(.+)' argument missing$/, 'Missing value for $1'],
  [
    /^too many arguments for '(.+)'\. Expected (\d+) .+ got (\d+)\.$/,
    "Too many arguments for '$1': $3 instead of $2",
  ],
  [/^option '.*?(--[\w-]+).*?' argument '[^]*' is invalid\. (is empty|was given twice)$/, '$1 $2'],
  [/^option '.*?(--[\w-]+).*?' argument '([^]*)' is invalid\. $/, "Invalid $1 '$2'"],
  [/^option '.*(--[\w-]+).*' cannot be used with option '.*(--[\w-]+).*'$/, '$1 cannot be used with $2'],
];

/** The error of the parser, whose message may end with a suggestion in parentheses. */
export function usageErrorFrom({ code, message }: CommanderError): UsageError {
  const choice = /value '([^]*)' is invalid for argument '(.+)'. Allowed choices are (.+)\./.exec(message);
  if (choice) {
    const [, value = '', argument = '', choices = ''] = choice;
    return new UsageError(`Unsupported ${argument} '${value}'`, {
      hint: nameHint(value, choices.split(', ')),
    });
  }
  const [, text = '', suggestion] = /^error: ([^]*?)(?:\n\((.+)\))?$/.exec(message) ?? [];
  const reworded = messages.reduce((words, [pattern, better]) => words.replace(pattern, better), text);
  const help = reworded.endsWith('<task>')
    ? 'List the tasks with tryout tasks.'
    : 'Add --help to see the usage.';
  const dashes = code === 'commander.unknownOption' ? ' Put -- before values that start with -.' : '';
  return new UsageError(reworded.charAt(0).toUpperCase() + reworded.slice(1), {
    hint: suggestion ?? help + dashes,
  });
}

/** A part of an error in one line, without access tokens and control characters. */
export function errorLine(text: string): string {
  return visible(redact(text))
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
