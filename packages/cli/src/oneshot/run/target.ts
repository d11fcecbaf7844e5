import { InputError, type ResultKind, type Task } from '@tryout/engine';
import type { Output } from '../../context/output.ts';
import { checkFolder, checkTarget } from '../files/save-file.ts';

/** Where a result goes beside, or in place of, standard output. */
export type Target =
  | { readonly kind: 'none' }
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
  { output, force = false }: { output?: string; force?: boolean },
  { terminal }: Pick<Output, 'terminal'>,
): Promise<Target> {
  const { kind } = task.result;
  if (output === undefined) {
    if (fileKinds.has(kind)) await checkFolder('.');
    return { kind: 'none' };
  }
  if (output === '') throw new InputError('--output is empty', { hint: 'It takes a file name, or -.' });
  if (output !== '-') {
    await checkTarget(output, force);
    return { kind: 'file', path: output, force };
  }
  if (kind === 'tracks') {
    throw new InputError(`${task.id} gives several sounds, which cannot go to standard output together`, {
      hint: 'Name a file; a number is put before its ending.',
    });
  }
  if (fileKinds.has(kind) && terminal.isTerminal) {
    throw new InputError('Standard output is a terminal, which cannot take a file', {
      hint: 'Redirect it, or name a file.',
    });
  }
  return { kind: 'standard-output' };
}
