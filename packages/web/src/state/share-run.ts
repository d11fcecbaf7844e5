import {
  describeRun,
  getFiles,
  isFinished,
  getMessage,
  runFileName,
  runFileText,
  createRunSetup,
  createRunLink,
  visibleLine,
  withFilesInside,
  type EndedRun,
  type Session,
  type StoredRun,
  type TaskInputs,
} from '@tryout/engine';
import { saveBlob } from '../lib/blobs.ts';
import { copyText } from '../lib/clipboard.ts';
import type { Outcome } from './notices.ts';

/** The run in the output with its result, as a run file. @throws InputError if a file changed */
export function currentRun(session: Session): Promise<StoredRun> {
  const { run } = session.getSnapshot();
  return isFinished(run) ? describe(session, run.inputs, run) : describe(session, run.inputs);
}

/** The inputs in the form, as a run file without a result. @throws InputError if a file changed */
export function currentForm(session: Session): Promise<StoredRun> {
  return describe(session, session.getSnapshot());
}

async function describe(
  session: Session,
  inputs: TaskInputs | undefined,
  ended?: EndedRun,
): Promise<StoredRun> {
  const { task, model } = session.getSnapshot();
  if (!task || !inputs) throw new Error('Nothing was run');
  const { token } = session.connection();
  return (await describeRun(createRunSetup(task, { ...inputs, model }), ended, token)).stored;
}

/** Copies a link that fills in the form; call it in an event handler. */
export async function copyRunLink(stored: Promise<StoredRun>): Promise<Outcome> {
  try {
    const link = stored.then((run) => createRunLink(run, location.href));
    await Promise.all([copyText(link.then(({ url }) => url)), link]);
    const missing = (await link).missing.map(visibleLine).join(', ');
    if (missing === '') return { text: 'Link copied.', isBrief: true };
    return { text: `Link copied without files. Recipients have to choose ${missing} themselves.` };
  } catch (error) {
    return { text: `Could not copy the link. ${getMessage(error)}` };
  }
}

/** Downloads a run file with its files inside. */
export async function saveRun(stored: Promise<StoredRun>): Promise<Outcome> {
  try {
    const run = await withFilesInside(await stored);
    const missing = getFiles(run).filter(({ data }) => data === undefined);
    saveBlob(new Blob([runFileText(run)], { type: 'application/json' }), runFileName(run.task));
    if (missing.length === 0) return { text: 'Run saved.', isBrief: true };
    const names = [...new Set(missing.map(({ file }) => visibleLine(file)))];
    return { text: `Run saved without files that are too large: ${names.join(', ')}.` };
  } catch (error) {
    return { text: `Could not save the run. ${getMessage(error)}` };
  }
}
