import { InputError } from '@tryout/engine';
import type { Command, InvalidArgumentError } from 'commander';

/** Options of every command, accepted before or after its name. */
export interface CommonOptions {
  /** Only applies to inputs. */
  readonly literal?: boolean;
  /** False for `--no-history`. */
  readonly history?: boolean;
  readonly sandbox?: boolean;
  readonly hubUrl?: string;
  readonly inferenceUrl?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** In seconds. */
  readonly timeout?: number;
  readonly debug?: boolean;
  /** False for `--no-color`. */
  readonly color?: boolean;
}

const MAX_DOLLARS = 1e9;
/** One day, in seconds: timers overflow after 24 days. */
const MAX_TIMEOUT = 86_400;

export function addCommonOptions(program: Command): void {
  program
    .option('--literal', 'take text inputs literally; do not read files')
    .option('--no-history', 'do not record runs in the history')
    .option('--sandbox', 'use the sandbox; no account or network needed')
    .option('--hub-url <url>', 'hub URL (default https://huggingface.co)')
    .option('--inference-url <url>', 'inference base URL (default https://router.huggingface.co)')
    .option('--json', 'output JSON')
    .option('-q, --quiet', 'hide progress and notes')
    .option('--timeout <seconds>', 'overall timeout', parseSeconds)
    .option('--debug', 'show each request as a curl command, without the token')
    .option('--no-color', 'disable colors (also NO_COLOR)');
}

function parseSeconds(text: string): number {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  if (seconds > 0 && seconds <= MAX_TIMEOUT) return seconds;
  throw invalidValue(`Use a number of seconds above 0 and up to ${MAX_TIMEOUT}.`);
}

/**
 * The error of a parser, which commander knows by its code; its class would be loaded a second time. `usageErrorFrom` adds
 * the option, and the value where no problem is named.
 */
function invalidValue(hint: string, problem = ''): Error & Pick<InvalidArgumentError, 'code'> {
  return Object.assign(new Error(`${problem}\n(${hint})`), { code: 'commander.invalidArgument' });
}

/** A parser for integer options. */
export function integerBetween(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw invalidValue(`Use a number from ${min} to ${max}.`);
  };
}

/** A parser for US dollars. */
export function parseDollars(text: string): number {
  const dollars = text.trim() === '' ? Number.NaN : Number(text.trim().replace(/^\$/, ''));
  if (dollars >= 0 && dollars <= MAX_DOLLARS) return dollars;
  throw invalidValue('Use US dollars, for example 2.50.');
}

export const parsePort = integerBetween(0, 65_535);

export function portError(port: number, cause: NodeJS.ErrnoException): InputError {
  return new InputError(`Could not use port ${port} (${cause.code ?? cause.message})`, {
    hint: 'Choose another port with --port.',
    cause,
  });
}

/** A parser for options that can be repeated. */
export function collectValues(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** A parser for options that can be used only once, and not with an empty value, such as an unset variable. */
export function filledValue(value: string, earlier: string | undefined): string {
  if (value.trim() === '') throw invalidValue('Pass a value, or remove the option.', 'is empty');
  if (earlier === undefined) return value;
  throw invalidValue('Use it only once.', 'was given twice');
}

/** An option as it was typed: its long flag, and its value if it takes one. */
export type TypedOption = readonly [flag: string, value: string | undefined];

/** The options of a command in the order in which they are typed; the list fills while it is parsed. */
export function recordOptions(command: Command): readonly TypedOption[] {
  const typed: TypedOption[] = [];
  for (const option of command.options)
    command.on(`option:${option.name()}`, (value?: string | null) => {
      typed.push([option.long ?? option.flags, value ?? undefined]);
    });
  return typed;
}

/** The words of the options that were given to a command and to the program, in the order of the help. */
export function givenOptions(command: Command): readonly (readonly string[])[] {
  return [command, ...(command.parent ? [command.parent] : [])].flatMap((each) => {
    const given = each.options.filter((one) => each.getOptionValueSource(one.attributeName()) === 'cli');
    return given.flatMap((option) =>
      [each.getOptionValue(option.attributeName()) as unknown]
        .flat()
        .map((value) => [option.long!, ...(typeof value === 'boolean' ? [] : [String(value)])]),
    );
  });
}
