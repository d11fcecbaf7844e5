import { CommanderError } from 'commander';
import { CanceledError } from '@tryout/engine';
import { commandTable } from './program/command-table.ts';
import { createProgram } from './program/program.ts';
import { isLeftError } from './program/left-error.ts';
import { usageErrorFrom } from './program/usage-error.ts';
import { DONE, exitCodeOf } from './exit-code.ts';
import { failureReport } from './report-failure.ts';
import type { Runtime } from './runtime.ts';

/** Runs one command line to its end and reports a failure; returns the exit code. */
export async function start(runtime: Runtime): Promise<number> {
  const { arguments: words, signal } = runtime;
  const program = createProgram(runtime);
  try {
    await program.parseAsync(words, { from: 'user' });
    return DONE;
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return DONE;
    if (isLeftError(thrown)) return thrown.code;
    const error = signal.aborted ? new CanceledError() : asFailure(thrown, words);
    const { errors } = runtime;
    errors.write(
      failureReport(error, {
        json: isGiven(words, '--json'),
        debug: isGiven(words, '--debug'),
        ...(errors.isTTY && errors.columns ? { columns: errors.columns } : {}),
      }),
    );
    return exitCodeOf(error);
  }
}

function asFailure(thrown: unknown, words: readonly string[]): unknown {
  if (!(thrown instanceof CommanderError)) return thrown;
  const called = commandTable.find(({ name }) => words.includes(name));
  return usageErrorFrom(thrown, called ? `tryout ${called.name}` : 'tryout');
}

/** Whether a flag stands among the words; asked without the parser, which may be what failed. */
function isGiven(words: readonly string[], flag: string): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end === -1 ? undefined : end).includes(flag);
}
