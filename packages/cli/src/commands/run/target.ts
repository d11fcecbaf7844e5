import { InputError, type ResultKind, type Task } from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import { checkFolder, checkNumberedTargets, checkTarget } from '../../files/check-target.ts';
import { UsageError } from '../../program/errors.ts';

/** Where a result is written in addition to being displayed. */
export type Target =
  | { readonly kind: 'none' }
  /** Files get generated names. */
  | { readonly kind: 'own-name' }
  | { readonly kind: 'standard-output' }
  | { readonly kind: 'file'; readonly path: string; readonly force: boolean };

const fileKinds: ReadonlySet<ResultKind> = new Set<ResultKind>(['image', 'audio', 'tracks']);

/**
 * Decides where a result goes, before the request is sent.
 * @throws InputError if it cannot be written there
 */
export async function chooseTarget(
  { options: { json }, output: { terminal } }: Call,
  task: Task,
  { output, force = false }: { readonly output?: string; readonly force?: boolean },
): Promise<Target> {
  const { kind } = task.result;
  const isFile = fileKinds.has(kind);
  if (output === undefined) {
    // JSON includes the data of several tracks, but only the path of a single file.
    if (!isFile || (kind === 'tracks' && json)) return { kind: 'none' };
    if (kind !== 'tracks' && !json && !terminal.isTerminal) return { kind: 'standard-output' };
    await checkFolder('.');
    return { kind: 'own-name' };
  }
  if (output !== '-') {
    await checkTarget(output, force);
    if (kind === 'tracks') await checkNumberedTargets(output, force);
    return { kind: 'file', path: output, force };
  }
  if (kind === 'tracks') {
    throw new InputError(
      `${task.id} returns several audio files, which cannot be written to standard output`,
      {
        hint: 'Use -o FILE; the files are numbered.',
      },
    );
  }
  if (isFile && json) {
    throw new UsageError('--json and --output - cannot be used together', {
      hint: 'Use -o FILE, or omit --json.',
    });
  }
  if (isFile && terminal.isTerminal) {
    throw new InputError('Binary output cannot be written to a terminal', {
      hint: 'Redirect the output, or use -o FILE.',
    });
  }
  return { kind: 'standard-output' };
}
