import {
  restoreInputs,
  restoreRunState,
  type RunFile,
  type RunState,
  type Session,
  type StoredRun,
} from '@tryout/engine';
import { currentForm } from '../../lib/share-run.ts';

/** The state of a stored run. Its inputs are those of the form if they are equal, so that the result is not marked as old. */
export async function restoredRun(session: Session, stored: StoredRun): Promise<RunState> {
  const { values, drafts, parameters, choices, chat } = session.getSnapshot();
  const form = await currentForm(session);
  const isSame = setupText(form.run) === setupText(stored.run);
  const inputs = isSame
    ? { values, drafts, parameters, choices, chat }
    : (await restoreInputs(stored)).inputs;
  return restoreRunState(stored, inputs);
}

function setupText({ id: _id, result: _result, ...setup }: RunFile): string {
  return JSON.stringify(setup);
}
