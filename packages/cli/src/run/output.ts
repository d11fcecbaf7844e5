import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Task } from '@tryout/engine';
import type { Call } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import { filledValue } from '../context/options.ts';
import { checkTarget } from '../files/save-file.ts';
import type { RecordOptions } from '../history/record-run.ts';
import { chooseTarget, type PrepareAfterRun, type Target } from './deliver.ts';
import { addCodeOptions, type CodeOptions } from './options.ts';

/** Where the result of a run goes. */
export interface OutputOptions extends CodeOptions, RecordOptions {
  readonly output?: string;
  readonly snippet?: boolean;
}

/** What happens with the result of a run, checked before it is sent. */
export interface RunOutput {
  readonly target: Target;
  readonly prepare?: PrepareAfterRun | undefined;
  readonly keep: RecordOptions;
}

/** Adds the options of commands that run a model once and print its result. */
export function addOutputOptions(command: Command): void {
  const output = 'save the result to a file; - for standard output';
  command.option('-o, --output <file>', output, filledValue);
  addRecordOptions(command);
  addSnippetOptions(command, 'the run');
}

/** Adds the options for the code. @param of what it is the code of */
export function addSnippetOptions(command: Command, of: string): void {
  command
    .optionsGroup('Code:')
    .option('--snippet', `print the code of ${of} after its result; implied by the options below`);
  addCodeOptions(command);
}

/** Adds the options for the run file. */
export function addRecordOptions(command: Command): void {
  const saveRun = 'save inputs and result to a run file, for tryout rerun and open';
  command.option('--save-run <file>', saveRun, filledValue).option('--force', 'replace existing files');
}

/**
 * Checks where the result, the code and the run file go, before the request is sent.
 * @throws InputError
 */
export async function checkOutput(call: Call, task: Task, options: OutputOptions): Promise<RunOutput> {
  const target = await chooseTarget(call, task, options);
  const keep = await checkRecordOptions(options);
  if (target.kind === 'file' && keep.saveRun !== undefined && resolve(target.path) === resolve(keep.saveRun))
    throw new UsageError('--output and --save-run are the same file', { hint: 'Use two names.' });
  if (!options.snippet) return { target, keep };
  const { codeAfterRun } = await import('./request-code.ts');
  return { target, prepare: await codeAfterRun(call, target, options), keep };
}

/** @throws InputError if the run file cannot be written */
export async function checkRecordOptions({ saveRun, force = false }: RecordOptions): Promise<RecordOptions> {
  if (saveRun === '-')
    throw new UsageError('--save-run cannot write to standard output', {
      hint: 'Pass a file name, or use tryout history export after the run.',
    });
  if (saveRun !== undefined) await checkTarget(saveRun, force);
  return { saveRun, force };
}
