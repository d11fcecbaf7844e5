import {
  formatDay,
  hasContent,
  isFromOtherHub,
  timeAgo,
  InputError,
  isModelId,
  MAX_RUN_FILE,
  readRunFiles,
  restoreConversation,
  restoreInputs,
  restoreRun,
  otherHubNote,
  readRunsLink,
  restoreComparison,
  taskNamed,
  size,
  visibleLine,
  type RunFile,
  type FinishedRun,
  type Session,
  type StoredRun,
  type ComparedRun,
  type TaskInputs,
} from '@tryout/engine';
import type { App } from '../../state/app-context.ts';
import { importHistory, getCurrentForm } from '../../state/run-files.ts';
import { showCompared } from '../../state/comparison.ts';
import { parseCandidate, toComparisonPath, toPath } from '../../state/routes.ts';

/** Opens a run, or the runs of a comparison, next to each other. The parameters are as for {@link openRun}. */
export async function openRuns(app: App, stored: readonly StoredRun[], isTrusted: boolean): Promise<string> {
  const [first] = stored;
  if (stored.length === 1) return openRun(app, first!, isTrusted);
  const path = await openRun(app, { ...first!, run: { ...first!.run, result: undefined } }, isTrusted);
  const { runs } = await restoreComparison(stored);
  const { values, drafts, parameters, choices, chat } = app.session.getSnapshot();
  const inputs = { values, drafts, parameters, choices, chat };
  const compared = toUrlCandidates(runs);
  showCompared(app, taskNamed(first!.run.task), inputs, compared);
  const candidates = compared.map(({ candidate }) => candidate);
  return isModelId(candidates[0]!.model) ? toComparisonPath(first!.run.task, candidates) : path;
}

/** The candidates as in a URL. Parameters that are the same for all of them are those of the form. */
function toUrlCandidates(runs: readonly ComparedRun[]): readonly ComparedRun[] {
  const isEqual = new Set(runs.map(({ candidate }) => JSON.stringify(candidate.parameters))).size === 1;
  return runs.map(({ candidate: { model, provider, parameters }, run }) => ({
    candidate: { provider, ...parseCandidate(model), parameters: isEqual ? undefined : parameters },
    run,
  }));
}

/**
 * Fills in the form with a run and shows its result; runs nothing. A notice names what is missing.
 * @param isTrusted whether the run is the user's own, so that nothing needs a confirmation
 * @param lastRunNote where its result comes from, unless it is a stranger's
 * @returns the path of the form
 */
export async function openRun(
  { session, notices }: App,
  storedRun: StoredRun,
  isTrusted: boolean,
  lastRunNote?: string,
): Promise<string> {
  const { task, model: id, endpointUrl } = storedRun.run;
  const { inputs: restored, missing } = await restoreInputs(storedRun);
  const chat = await restoreConversation(storedRun);
  // A chat opens with its last answer, and the run of a stranger is not part of one in this history.
  const inputs = withoutId(chat ? { ...restored, values: {}, chat } : restored, isTrusted);
  const { result } = storedRun.run;
  const day = result?.status === 'done' ? formatDay(new Date(result.startedAt)) : undefined;
  const note = isTrusted || day === undefined ? lastRunNote : `Result from ${day}, not run again.`;
  const ended = chat ? undefined : await restoreRun(storedRun, inputs);
  const run = ended && { ...ended, note };
  const model = id !== undefined && isModelId(id) ? id : undefined;
  session.openRun({ task, model, inputs, run, isTrusted });
  if (chat && note !== undefined) notices.show(note);
  const hubNote = otherHubNote(storedRun.run, session.connection());
  if (missing.length > 0)
    notices.show(`These inputs are not included: ${missing.map(visibleLine).join(', ')}. Add them to run.`);
  else if (model === undefined && endpointUrl === undefined)
    notices.show('Choose a model. Then your inputs appear.');
  else if (hubNote !== undefined) notices.show(hubNote);
  return toPath({ task, model });
}

function withoutId(inputs: TaskInputs, isTrusted: boolean): TaskInputs {
  return isTrusted || !inputs.chat ? inputs : { ...inputs, chat: { ...inputs.chat, id: undefined } };
}

/**
 * @returns the path of the form
 * @throws InputError for a broken link
 */
export async function openRunLink(app: App, link: string): Promise<string> {
  return openRuns(app, await readRunsLink(link), false);
}

/**
 * Opens a run file, or adds the runs of an exported history to this one.
 * @returns the path of the form; undefined for a history
 * @throws InputError for other files
 */
export async function openRunFile(app: App, file: File): Promise<string | undefined> {
  const name = visibleLine(file.name);
  if (/^\s*\[/.test(await file.slice(0, 100).text())) {
    app.notices.show(await importHistory(await app.history(), file));
    return undefined;
  }
  if (file.size > MAX_RUN_FILE)
    throw new InputError(`${name} is larger than ${size(MAX_RUN_FILE)}`, {
      hint: 'Choose a run file (*.run.json).',
    });
  return openRuns(app, await readRunFiles(await file.text(), name), false);
}

/** How a stored run ended. Its inputs are those of the form if they are equal, so that the result is not marked as old. */
export async function restoreLastRun(
  session: Session,
  storedRun: StoredRun,
): Promise<FinishedRun | undefined> {
  const { values, drafts, parameters, choices, chat } = session.getSnapshot();
  const form = await getCurrentForm(session);
  const isSame = getSetupText(form.run) === getSetupText(storedRun.run);
  const inputs = isSame
    ? { values, drafts, parameters, choices, chat }
    : (await restoreInputs(storedRun)).inputs;
  return restoreRun(storedRun, inputs);
}

function getSetupText({
  id: _id,
  result: _result,
  hub: _hub,
  inferenceUrl: _url,
  ...setup
}: RunFile): string {
  return JSON.stringify(setup);
}

/** Opens the last run of another tab in an empty form, with its result. Chats start over. */
export async function openLastRun(
  app: App,
  { run, media }: StoredRun,
  isEmpty: () => boolean,
): Promise<void> {
  const { session } = app;
  const { result, chat } = run;
  if (result?.status !== 'done' || chat || isFromOtherHub(run, session.connection())) return;
  const { values, parameters } = session.getSnapshot();
  const hasInputs = Object.values(values).some(hasContent) || Object.keys(parameters).length > 0;
  const note = `From your last run, ${timeAgo(new Date(result.startedAt))}.`;
  if (!hasInputs && isEmpty()) await openRun(app, { run, media }, true, note);
}
