import { counted } from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import { findRunId, openHistory } from '../../history/stored-runs.ts';
import { UsageError } from '../../program/errors.ts';
import { canConfirm, confirm } from '../../terminal/confirm.ts';

export interface RemoveOptions {
  readonly all?: boolean;
  readonly yes?: boolean;
}

/** Removes recorded runs with their files; asks before it removes all. */
export async function removeRuns(
  { runtime, options, output }: Call,
  typed: readonly string[],
  { all = false, yes = false }: RemoveOptions,
): Promise<void> {
  if (all === typed.length > 0)
    throw new UsageError('tryout history rm takes IDs or --all', {
      hint: 'List the runs with tryout history.',
    });
  const history = openHistory(runtime.environment);
  const ids = new Set<string>();
  if (all) for (const { id } of await history.list()) ids.add(id);
  else for (const each of typed) ids.add(await findRunId(history, each));
  if (all && !yes) {
    if (!canConfirm(runtime))
      throw new UsageError('Removing all runs requires confirmation', {
        hint: 'Add --yes to skip the confirmation.',
      });
    if (!(await confirm(runtime, `Remove ${counted(ids.size, 'run')} from this computer, with all files?`)))
      return output.note('Nothing was removed.');
  }
  // Also removes files that no run uses.
  if (all) await history.clear();
  else await history.remove([...ids]);
  if (options.json) output.json({ removed: [...ids] });
  else output.note(`Removed ${counted(ids.size, 'run')}.`);
}
