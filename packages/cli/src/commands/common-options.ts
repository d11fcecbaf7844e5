import type { Command } from 'commander';
import { UsageError } from './usage-error.ts';

/** Options that every command takes, before or after its name. */
export interface CommonOptions {
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

const heading = 'Options of every command:';

/** Adds the options that every command takes. */
export function addCommonOptions(command: Command): void {
  const add = (flags: string, description: string, parse?: (text: string) => number) => {
    const option = command.createOption(flags, description).helpGroup(heading);
    command.addOption(parse ? option.argParser(parse) : option);
  };
  add('--sandbox', 'use the embedded hub: no account, no network');
  add('--hub-url <url>', 'another hub than https://huggingface.co');
  add('--inference-url <url>', 'another inference base than https://router.huggingface.co');
  add('--json', 'print one JSON value and nothing else');
  add('-q, --quiet', 'no progress and no notes');
  add('--timeout <seconds>', 'how long everything may take together', parseSeconds);
  add('--debug', 'show each request as curl, the token taken out');
  add('--no-color', 'no colours (also: NO_COLOR)');
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
