import { prepareRun, type PreparedRun, type RunSetup } from '@tryout/engine';
import type { Call, Context } from '../../context/context.ts';

/** Builds the request of a run and notes unknown or renamed parameters; nothing is sent to a model. */
export async function makeRequest(
  { command, output }: Call,
  { connection, signal }: Context,
  setup: RunSetup,
): Promise<PreparedRun> {
  output.progress.note('Looking for the model');
  const prepared = await prepareRun(connection, setup, signal);
  const notes = prepared.parameterNotes;
  if (notes.length > 0) output.note([...notes, `See tryout ${command} ${setup.task.id} --help.`].join(' '));
  return prepared;
}
