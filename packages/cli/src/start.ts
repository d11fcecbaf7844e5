import {
  CanceledError,
  describeFailure,
  isFailure,
  jsonText,
  redact,
  getSummary,
  visible,
  type FailureDescription,
  type Outcome,
} from '@tryout/engine';
import { CommanderError } from 'commander';
import { explainReplaced, isPickerExit, usageErrorFrom, errorLine } from './context/errors.ts';
import { createProgram } from './program.ts';
import type { Runtime } from './runtime.ts';
import { getInterruptionCode, isPipeClosed } from './system/signals.ts';
import { fold } from './screen/word-wrap.ts';

/** Runs the command line and reports failures. Returns the exit code. */
export async function start(runtime: Runtime): Promise<number> {
  const { arguments: words, signal } = runtime;
  try {
    await createProgram(runtime).parseAsync(words, { from: 'user' });
    return 0;
  } catch (exception) {
    if (exception instanceof CommanderError && exception.exitCode === 0) return 0;
    if (isPickerExit(exception)) return exception.code;
    const failure =
      exception instanceof CommanderError ? usageErrorFrom(exception) : explainReplaced(exception);
    const error = signal.aborted ? new CanceledError() : failure;
    if (isPipeClosed(signal)) return getInterruptionCode(signal);
    const { errors } = runtime;
    errors.write(
      failureReport(error, {
        json: hasFlag(words, '--json'),
        debug: hasFlag(words, '--debug'),
        columns: errors.isTTY ? errors.columns : undefined,
      }),
    );
    return signal.aborted ? getInterruptionCode(signal) : getExitCode(error);
  }
}

/** Looks for a flag without the parser, which may have failed. */
function hasFlag(words: readonly string[], flag: string): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end === -1 ? undefined : end).includes(flag);
}

/** 124 as in timeout(1), 130 as in shells after Ctrl-C; other signals have their own. */
const exitCodes: Readonly<Record<Outcome, number>> = {
  failed: 1,
  input: 2,
  refused: 4,
  timeout: 124,
  canceled: 130,
};

function getExitCode(error: unknown): number {
  return exitCodes[isFailure(error) ? error.outcome : 'failed'];
}

interface ReportOptions {
  readonly json: boolean;
  readonly debug: boolean;
  readonly columns?: number | undefined;
}

/** A failure as text for standard error: `error: …`, and `hint: …` if there is a hint. */
function failureReport(error: unknown, { json, debug, columns }: ReportOptions): string {
  const failure = { ...describeFailure(error), ...timeoutHint(error) };
  if (json) return `${redact(jsonText({ error: failure }))}\n`;
  const lines = [`error: ${errorLine(debug ? failure.message : getSummary(error))}`];
  if (failure.hint !== null) lines.push(`hint: ${errorLine(failure.hint)}`);
  const report = columns ? lines.map((line) => fold(line, columns)) : lines;
  if (debug && error instanceof Error) report.push(visible(redact(error.stack ?? '')));
  return `${report.join('\n')}\n`;
}

/** The engine cannot suggest `--timeout`, a command line option. */
function timeoutHint(error: unknown): Partial<FailureDescription> {
  // Sign-in timeouts have their own hint.
  if (!isFailure(error) || error.outcome !== 'timeout' || error.name === 'OAuthError') return {};
  const isTotal = (error as { deadline?: unknown }).deadline === 'total';
  return { hint: isTotal ? 'Try again, or allow more time with --timeout.' : 'Try again later.' };
}
