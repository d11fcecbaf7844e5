import {
  describeEvent,
  jsonText,
  visible,
  withTimeout,
  type Connection,
  type TokenStore,
} from '@tryout/engine';
import type { TokenSource } from '@tryout/engine/node';
import type { Command } from 'commander';
import type { Runtime } from '../runtime.ts';
import type { ProgressLine } from '../screen/progress.ts';
import { detectTerminal } from '../screen/terminal.ts';
import { fold } from '../screen/word-wrap.ts';
import { ReadTimeoutError } from './errors.ts';
import type { CommonOptions } from './options.ts';

/** A parsed command with its options and output. */
export interface Call {
  /** The command's name, for example `run`. */
  readonly command: string;
  readonly runtime: Runtime;
  readonly options: CommonOptions;
  readonly output: Output;
}

/** What commands need to send requests. */
export interface Context {
  readonly connection: Connection;
  readonly store: TokenStore;
  /** Undefined if you are not signed in. */
  readonly tokenSource?: TokenSource | 'sandbox';
  /** The folder of Tryout's own files; empty for the sandbox. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** The call of a command that was just parsed. */
export async function createCall(command: Command, runtime: Runtime): Promise<Call> {
  const options = command.optsWithGlobals<CommonOptions>();
  return { command: command.name(), runtime, options, output: await createOutput(runtime, options) };
}

/**
 * Reads inputs within `--timeout`. Parsing is not interrupted, so its result may come late and is discarded.
 * @throws ReadTimeoutError
 */
export async function withinTimeout<Result>(
  { runtime: { signal }, options: { timeout } }: Call,
  read: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  if (timeout === undefined) return read(signal);
  const start = performance.now();
  const isLate = () => performance.now() - start >= timeout * 1000 && !signal.aborted;
  const result = await withTimeout(timeout * 1000, signal, read).catch((error: unknown) => {
    throw isLate() ? new ReadTimeoutError(timeout) : error;
  });
  if (isLate()) throw new ReadTimeoutError(timeout);
  return result;
}

/** Whether the picker can run: input and output are a capable terminal. */
export function isInteractive({ input, output, environment }: Runtime): boolean {
  return input.isTTY === true && detectTerminal(output, environment).movesCursor;
}

export type Output = Awaited<ReturnType<typeof createOutput>>;

/** Where a command's results, notes and progress go. */
async function createOutput({ output, errors, environment }: Runtime, { json, quiet, color }: CommonOptions) {
  const terminal = detectTerminal(output, environment, color);
  const errorTerminal = detectTerminal(errors, environment, color);
  const isInteractive = errorTerminal.isTerminal && !quiet && !json;
  const dim = isInteractive
    ? (await import('../screen/style.ts')).styleFor(errorTerminal).dim
    : (text: string) => text;
  const progress =
    isInteractive && errorTerminal.movesCursor
      ? (await import('../screen/progress.ts')).progressLine(errors, errorTerminal)
      : loggedProgress(note);

  function note(text: string): void {
    writeLine(text, (line) => line);
  }
  function writeLine(text: string, style: (line: string) => string): void {
    if (quiet) return;
    progress.clear();
    // The width may have changed.
    const columns = errors.columns || errorTerminal.columns;
    errors.write(`${style(errorTerminal.isTerminal ? fold(visible(text), columns) : visible(text))}\n`);
  }

  return {
    /** Of standard output. */
    terminal,
    /** Of standard error. */
    errorTerminal,
    progress,
    /** Writes to standard output. The caller escapes control characters in untrusted text. */
    write(text: string | Uint8Array): void {
      progress.clear();
      output.write(text);
    },
    /** Writes a JSON value to standard output, indented in a terminal. */
    json: (value: unknown) => void output.write(`${jsonText(value, terminal.isTerminal ? 2 : undefined)}\n`),
    /** Writes a line to standard error, without control characters; not with `--quiet`. */
    note,
    /** The same in dim text, and only in a terminal without `--json`. */
    aside(text: string): void {
      if (isInteractive) writeLine(text, dim);
    },
    /** Writes text without control characters to standard error, dim in a terminal; not with `--quiet` or `--json`. */
    dimmed(text: string): void {
      if (quiet || json) return;
      progress.clear();
      errors.write(dim(text));
    },
    /** Writes a line of `--debug` to standard error. */
    trace(text: string): void {
      progress.clear();
      errors.write(`${text}\n`);
    },
  };
}

/** Progress without a terminal: only explanations of long waits. */
function loggedProgress(note: (text: string) => void): ProgressLine {
  let stage = '';
  return {
    note: () => undefined,
    clear: () => undefined,
    show(event) {
      if (event.type !== 'waiting' && event.type !== 'queue') return;
      const next = describeEvent(event);
      if (event.type === 'waiting' || next.stage !== stage) note(`${next.text}.`);
      stage = next.stage;
    },
  };
}

/** Suppresses dependency logs and Node warnings. */
export function silenceDependencies(): void {
  for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const)
    console[method] = () => undefined;
  process.removeAllListeners('warning');
}
