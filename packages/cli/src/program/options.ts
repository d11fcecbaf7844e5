import type { Command } from 'commander';
import { InputError } from '@tryout/engine';
import { COMMON_HEADING, commonOptions } from './overview.ts';
import { UsageError } from './errors.ts';

/** Options of every command, accepted before or after its name; `literal` only applies to inputs. */
export interface CommonOptions {
  readonly literal?: boolean;
  readonly sandbox?: boolean;
  readonly hubUrl?: string;
  readonly inferenceUrl?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** In seconds. */
  readonly timeout?: number;
  readonly debug?: boolean;
  /** False for `--no-history`. */
  readonly history?: boolean;
  /** False for `--no-color`. */
  readonly color?: boolean;
}

/** One day, in seconds: timers overflow after 24 days. */
const MAX_TIMEOUT = 86_400;

export function addCommonOptions(command: Command): void {
  for (const { flags, description } of commonOptions) {
    const option = command.createOption(flags, description).helpGroup(COMMON_HEADING);
    command.addOption(option.long === '--timeout' ? option.argParser(parseSeconds) : option);
  }
}

export function commonOptionsOf(command: Command): CommonOptions {
  const given = { ...command.parent?.opts<CommonOptions>() };
  const own = command.opts<CommonOptions>();
  const isOn = (name: 'color' | 'history') => given[name] !== false && own[name] !== false;
  return { ...given, ...own, color: isOn('color'), history: isOn('history') };
}

function parseSeconds(text: string): number {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  if (seconds > 0 && seconds <= MAX_TIMEOUT) return seconds;
  throw new UsageError(`Invalid --timeout '${text}'`, {
    hint: `Use a number of seconds above 0 and up to ${MAX_TIMEOUT}.`,
  });
}

/** A parser for integer options. */
export function integerBetween(option: string, min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new UsageError(`Invalid ${option} '${text}'`, { hint: `Use a number from ${min} to ${max}.` });
  };
}

export const parsePort = integerBetween('--port', 0, 65_535);

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

/** A parser for options that can be used only once. */
export function singleValue(option: string) {
  return (value: string, earlier: string | undefined): string => {
    if (earlier === undefined) return value;
    throw new UsageError(`${option} was given twice`, { hint: 'Use it only once.' });
  };
}

/** Also rejects empty values, such as an unset variable in a script. */
export function filledValue(option: string) {
  return (value: string, earlier: string | undefined): string => {
    if (value.trim() !== '') return singleValue(option)(value, earlier);
    throw new UsageError(`${option} is empty`, { hint: 'Pass a value, or remove the option.' });
  };
}
