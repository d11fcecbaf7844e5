import { InputError, type ResultKind, type Task } from '@tryout/engine';
import type { Output } from '../../context/output.ts';
import { UsageError } from '../../program/usage-error.ts';
import { checkFolder, checkNumberedTargets, checkTarget } from '../../files/check-target.ts';

/** Where a result goes beside, or in place of, standard output. */
export type Target =
  | { readonly kind: 'none' }
  /** Files are saved under names of our own. */
  | { readonly kind: 'own-name' }
  | { readonly kind: 'standard-output' }
  | { readonly kind: 'file'; readonly path: string; readonly force: boolean };

/** Kinds whose results are files. */
const fileKinds: ReadonlySet<ResultKind> = new Set<ResultKind>(['image', 'audio', 'tracks']);

/**
 * Decides where a result goes before anything is sent.
 * @throws InputError when it cannot go there
 */
export async function chooseTarget(
  task: Task,
  { output, force = false, json = false }: { output?: string; force?: boolean; json?: boolean },
  { terminal }: Pick<Output, 'terminal'>,
): Promise<Target> {
  const { kind } = task.result;
  if (output === undefined) {
    // The JSON of several sounds holds them; that of one file names it.
    if (!fileKinds.has(kind) || (kind === 'tracks' && json)) return { kind: 'none' };
    await checkFolder('.');
    return { kind: 'own-name' };
  }
  if (output !== '-') {
    await checkTarget(output, force);
    if (kind === 'tracks') await checkNumberedTargets(output, force);
    return { kind: 'file', path: output, force };
  }
  if (kind === 'tracks') {
    throw new InputError(`${task.id} gives several sounds, which cannot go to standard output together`, {
      hint: 'Name a file; a number is put before its ending.',
    });
  }
  if (fileKinds.has(kind) && json) {
    throw new UsageError('--json and --output - both want standard output', {
      hint: 'Give -o FILE, or leave out --json.',
    });
  }
  if (fileKinds.has(kind) && terminal.isTerminal) {
    throw new InputError('Standard output is a terminal, which cannot take a file', {
      hint: 'Redirect it, or name a file.',
    });
  }
  return { kind: 'standard-output' };
}
