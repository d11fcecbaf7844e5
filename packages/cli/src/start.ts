import { CommanderError } from 'commander';
import { CanceledError } from '@tryout/engine';
import { isPickerExit, usageErrorFrom } from './program/errors.ts';
import { createProgram } from './program/program.ts';
import { getExitCode, failureReport } from './report-failure.ts';
import type { Runtime } from './runtime.ts';

/** Runs the command line and reports failures. Returns the exit code. */
export async function start(runtime: Runtime): Promise<number> {
  const { arguments: words, signal } = runtime;
  try {
    await createProgram(runtime).parseAsync(words, { from: 'user' });
    return 0;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return 0;
    if (isPickerExit(thrown)) return thrown.code;
    const failure = thrown instanceof CommanderError ? usageErrorFrom(thrown) : thrown;
    const error = signal.aborted ? new CanceledError() : failure;
    const { errors } = runtime;
    errors.write(
      failureReport(error, {
        json: hasFlag(words, '--json'),
        debug: hasFlag(words, '--debug'),
        columns: errors.isTTY ? errors.columns : undefined,
      }),
    );
    return getExitCode(error);
  }
}

/** Looks for a flag without the parser, which may have failed. */
function hasFlag(words: readonly string[], flag: string): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end === -1 ? undefined : end).includes(flag);
}
