import { resolve } from 'node:path';
import type { Command, Option } from 'commander';
import type { Task } from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import { checkTarget } from '../../files/check-target.ts';
import type { KeepOptions } from '../../history/keep-run.ts';
import { UsageError } from '../../program/errors.ts';
import { filledValue } from '../../program/options.ts';
import type { CheckedRun, PrepareAfterRun } from './execute-run.ts';
import { codeOptions, type CodeOptions } from './request-options.ts';
import { chooseTarget, type Target } from './target.ts';

/** Where the result of a run goes. */
export interface OutputOptions extends CodeOptions, KeepOptions {
  readonly output?: string;
  readonly snippet?: boolean;
}

/** The options of commands that run a model once and print its result. */
export function outputOptions(command: Command): readonly Option[] {
  const code = [
    command.createOption('--snippet', 'print the code of the run after its result'),
    ...codeOptions(command),
  ];
  return [
    command
      .createOption(
        '-o, --output <file>',
        'save the result to a file; .png draws boxes and masks; - for standard output',
      )
      .argParser(filledValue('--output')),
    ...keepOptions(command),
    ...code.map((option) => option.helpGroup('Code:')),
  ];
}

/** The options for the run file. */
export function keepOptions(command: Command): readonly Option[] {
  return [
    command
      .createOption('--save-run <file>', 'save inputs and result to a run file, for tryout rerun and open')
      .argParser(filledValue('--save-run')),
    command.createOption('--force', 'replace existing files'),
  ];
}

/**
 * Checks where the result, the code and the run file go, before the request is sent.
 * @throws InputError
 */
export async function checkOutput(
  call: Call,
  task: Task,
  options: OutputOptions,
): Promise<Pick<CheckedRun, 'target' | 'prepare' | 'keep'>> {
  const target = await chooseTarget(call, task, options);
  const keep = await checkKeep(options);
  if (target.kind === 'file' && keep.saveRun !== undefined && resolve(target.path) === resolve(keep.saveRun))
    throw new UsageError('--output and --save-run are the same file', { hint: 'Use two names.' });
  return { target, prepare: await prepareCode(call, target, options), keep };
}

/** @throws InputError if the run file cannot be written */
export async function checkKeep({ saveRun, force = false }: KeepOptions): Promise<KeepOptions> {
  if (saveRun === '-')
    throw new UsageError('--save-run cannot write to standard output', {
      hint: 'Pass a file name, or use tryout history export after the run.',
    });
  if (saveRun !== undefined) await checkTarget(saveRun, force);
  return { saveRun, force };
}

async function prepareCode(
  call: Call,
  target: Target,
  options: OutputOptions,
): Promise<PrepareAfterRun | undefined> {
  if (options.snippet) {
    const { codeAfterRun } = await import('../snippet/code-after-run.ts');
    return codeAfterRun(call, target, options);
  }
  const given = { '--lang': options.lang, '--client': options.client, '--with-token': options.withToken };
  const [option] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (option === undefined) return undefined;
  throw new UsageError(`${option} requires --snippet`, { hint: 'Add --snippet, or use tryout snippet.' });
}
