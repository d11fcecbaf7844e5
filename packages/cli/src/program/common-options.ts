import type { Command } from 'commander';
import { COMMON_HEADING, commonOptions } from './common-option-table.ts';
import { UsageError } from './usage-error.ts';

/** Options that every command takes, before or after its name; `literal` only where there are inputs. */
export interface CommonOptions {
  /** Texts are taken as they are. */
  readonly literal?: boolean;
  readonly sandbox?: boolean;
  readonly hubUrl?: string;
  readonly inferenceUrl?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** Seconds that everything may take together. */
  readonly timeout?: number;
  readonly debug?: boolean;
  /** False for `--no-color`. */
  readonly color?: boolean;
}

/** A day; longer waits are mistakes, and timers cannot count much further. */
const LONGEST_TIMEOUT = 86_400;

/** Adds the options that every command takes. */
export function addCommonOptions(command: Command): void {
  for (const { flags, description } of commonOptions) {
    const option = command.createOption(flags, description).helpGroup(COMMON_HEADING);
    command.addOption(option.long === '--timeout' ? option.argParser(parseSeconds) : option);
  }
}

function parseSeconds(text: string): number {
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  if (seconds > 0 && seconds <= LONGEST_TIMEOUT) return seconds;
  throw new UsageError(`--timeout cannot be '${text}'`, {
    hint: `It takes seconds, more than 0 and at most ${LONGEST_TIMEOUT}.`,
  });
}

/** The common options of a command as given before or after its name. */
export function commonOptionsOf(command: Command): CommonOptions {
  const given = { ...command.parent?.opts<CommonOptions>() };
  const own = command.opts<CommonOptions>();
  return { ...given, ...own, color: given.color !== false && own.color !== false };
}
