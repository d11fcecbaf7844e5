import {
  fieldKinds,
  findDefaultModel,
  isFileField,
  lookUpModel,
  otherHubNote,
  getMessage,
  plainModelId,
  UnknownModelError,
  visibleLine,
  isJsonTable,
  type FieldValue,
  isRunning,
  createRunLink,
  type StoredRun,
} from '@tryout/engine';
import { findBatch, joinWords } from '../../batch/sources.ts';
import { sandboxHint, isFromSandbox } from '../../context/with-context.ts';
import {
  assignInputs,
  findSeveralFiles,
  unexpectedInput,
  readField,
  noStandardInput,
  type InputSources,
} from '../../read-argv/read-field.ts';
import type { ChatOpening, RunOpening } from '../../runtime.ts';
import type { FileDraft } from './file-draft.ts';
import { openComparison } from './use-comparison.ts';
import { type PickerSettings, useIsShown, usePicker } from './use-picker.ts';
import { defaultProvider } from '../../context/settings.ts';
import { useEffect } from 'react';
import type { RunSource } from '../../history/stored-runs.ts';
import { pageAddress } from '../../web-server/page.ts';
import { useJob, useCopy } from './use-job.ts';

export interface Opening {
  readonly task?: string;
  /** The name as typed, such as an alias that is narrower than its task. */
  readonly taskName?: string;
  readonly model?: string;
  readonly inputs: readonly string[];
  /** From `tryout chat`. */
  readonly chat?: ChatOpening;
  /** From `tryout open`. */
  readonly run?: RunOpening;
}

/**
 * Opens the requested screen on top of its parent screens. A notice reports what could not be used.
 * @param literal does not read files for texts
 */
export function openAt(settings: PickerSettings, opening: Opening, literal?: boolean): void {
  const { task, taskName = task, model, inputs, chat, run } = opening;
  const { session, navigation, runInBackground } = settings;
  navigation.open('tasks');
  if (run) return openStoredRun(settings, run);
  if (taskName === undefined) return;
  session.chooseTask(taskName);
  navigation.open('models');
  if (chat) return openConversation(settings, chat);
  if (model === undefined) return;
  session.chooseModel(model);
  navigation.open('form');
  runInBackground((signal) => checkModel(settings, model, signal));
  if (inputs.length > 0) runInBackground((signal) => fillInputs(settings, inputs, signal, literal));
}

/** Opens a run filled in, with its result if it has one, from any screen. Nothing is sent to a model. */
function openStoredRun(settings: PickerSettings, { storedRun, run, missing, comparison }: RunOpening): void {
  const { navigation, notify, runInBackground } = settings;
  if (storedRun) settings.memory.storedRuns.set(run.inputs, () => Promise.resolve(storedRun));
  settings.session.openRun(run);
  navigation.back(navigation.isOpen('models') ? 'models' : 'history');
  navigation.open('models');
  navigation.open('form');
  if (comparison) openComparison(settings, comparison);
  else if (run.run) navigation.open('run');
  const hubNote = storedRun && otherHubNote(storedRun.run, settings.connection());
  if (missing.length > 0) notify(`Choose the missing files again: ${missing.map(visibleLine).join(', ')}.`);
  else if (hubNote !== undefined) notify(hubNote);
  const { model, inputs } = run;
  if (model !== undefined && inputs.choices.endpointUrl === undefined)
    runInBackground((signal) => checkModel(settings, model, signal));
}

/** Opens a conversation with the given model, or the default model from the Hub. */
function openConversation(
  settings: PickerSettings,
  { place, parameters, billTo, flags, chat }: ChatOpening,
): void {
  const { session, navigation, runInBackground } = settings;
  const { model, provider, endpointUrl, defaultFor } = place;
  const begin = (id?: string) => {
    if (id !== undefined) session.chooseModel(id);
    const { choices } = session.getSnapshot();
    session.setChoices({
      ...choices,
      ...(endpointUrl !== undefined && { endpointUrl }),
      ...(provider !== undefined && { provider }),
      ...(billTo && { billTo }),
      ...(flags?.length && { flags }),
    });
    session.setParameters(parameters);
    if (chat) session.changeChat({ system: chat.system, images: chat.images });
    navigation.open('form');
  };
  if (endpointUrl !== undefined) return begin();
  if (model !== undefined) {
    begin(model);
    return runInBackground((signal) => checkModel(settings, model, signal));
  }
  runInBackground(async (signal) => {
    const { task } = session.getSnapshot();
    const id = await findDefaultModel(settings.connection(), defaultFor ?? task?.id ?? '', signal, true);
    if (session.getSnapshot().model === undefined) begin(id);
  });
}

/** Returns from the form to the models if the model is not on the Hub. */
async function checkModel(settings: PickerSettings, model: string, signal: AbortSignal): Promise<void> {
  const { navigation, notify } = settings;
  if (settings.session.getSnapshot().signIn.status !== 'signed-in') return;
  try {
    await lookUpModel(settings.connection(), plainModelId(model), signal);
  } catch (error) {
    // Other failures are reported by the run.
    if (signal.aborted || !(error instanceof UnknownModelError)) return;
    if (navigation.screens.getSnapshot().at(-1)?.name === 'form') navigation.back();
    notify(sandboxHint(error, settings.hubUrl, model) ?? getMessage(error), 'error');
  }
}

/**
 * Opens the sign-in screen when the user is not signed in, and closes it afterwards (specification, section 2). Users
 * who leave it are asked again when the status changes.
 * @returns unsubscribes
 */
export function guardSignIn({ session, navigation }: PickerSettings): () => void {
  let isAsking = false;
  let last: string | undefined;
  const check = () => {
    const { status } = session.getSnapshot().signIn;
    if (status === last) return;
    last = status;
    if (status === 'signed-in') {
      if (isAsking) navigation.back('sign-in');
      isAsking = false;
    } else if (!isAsking || !navigation.isOpen('sign-in')) {
      isAsking = true;
      navigation.open('sign-in');
    }
  };
  check();
  return session.subscribe(check);
}

/**
 * Applies the settings' organization to bill, and their provider for each newly chosen model.
 * @returns unsubscribes
 */
export function applyDefaults({ session, userSettings }: PickerSettings): () => void {
  const { provider, 'bill-to': billTo } = userSettings;
  if (billTo !== undefined) session.setChoices({ ...session.getSnapshot().choices, billTo });
  let last: string | undefined;
  return session.subscribe(() => {
    const { model, choices } = session.getSnapshot();
    if (model === last) return;
    last = model;
    const own = defaultProvider(model, provider);
    if (own !== undefined && model !== undefined && choices.provider === undefined)
      session.setChoices({ ...choices, provider: own });
  });
}

/**
 * Fills in the form with inputs from the command line. Unreadable files are left out, but their paths are kept in the
 * form. A notice reports unreadable inputs or text that was read from files.
 */
async function fillInputs(
  { session, connection, notify }: PickerSettings,
  inputs: readonly string[],
  signal: AbortSignal,
  literal = false,
): Promise<void> {
  const { task } = session.getSnapshot();
  if (!task) return;
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  const sources: InputSources = { takeStandardInput: noStandardInput, note, literal };
  const assignment = assignInputs(task, inputs);
  const count = Object.keys(task.fields).length;
  const hint = `${task.id} takes ${count} ${count === 1 ? 'input' : 'inputs'}.`;
  const files = findSeveralFiles(task, assignment);
  const found = files && findBatch(joinWords(files.files), task, connection(), signal);
  // Otherwise the notice says how to run all.
  const several = (await found?.catch(() => undefined)) && files;
  const unexpected = several ? undefined : unexpectedInput(task, assignment, hint);
  let failure = unexpected && getMessage(unexpected);
  for (const [name, words] of assignment.wordsByField) {
    const field = task.fields[name]!;
    const isSeveral = name === several?.name;
    if (several && !isSeveral && words.every((word) => several.files.includes(word))) continue;
    const [first = ''] = words;
    const text = isSeveral ? joinWords(several.files) : first;
    const isText = literal || words.length > 1 || isJsonTable(first);
    const finding = isText ? undefined : findBatch(text, task, connection(), signal);
    const batch = await finding?.catch(() => undefined);
    let value: FieldValue | undefined;
    let problem: string | undefined;
    try {
      value = isSeveral ? undefined : await readField(field, words, sources);
    } catch (error) {
      problem = batch ? undefined : getMessage(error);
    }
    // The user may have chosen another task in the meantime.
    if (signal.aborted || session.getSnapshot().task !== task) return;
    if (isFileField(field)) {
      const isRead = !fieldKinds[field.kind].media && isJsonTable(first) && value !== undefined;
      const draft: FileDraft = { text: isRead ? '' : text, failure: problem, batch };
      session.setValue(name, value, draft);
    } else if (value !== undefined || batch) session.setValue(name, value ?? text, batch && { text });
    failure ??= problem;
  }
  if (failure !== undefined) notify(failure, 'error');
  else if (notes.length > 0) notify(notes.join(' '));
}

type ModelLookup = Awaited<ReturnType<typeof lookUpModel>>;

/** Looks up a typed model on the Hub. Typing or leaving the screen cancels the lookup. */
export function useLookUp(text: string, onResult: (model: ModelLookup) => void): (id: string) => void {
  const { connection, notify } = usePicker();
  const isShown = useIsShown();
  const job = useJob();
  useEffect(() => job.cancel, [job, text, isShown]);
  return (id) => {
    notify(`Looking up ${id}`);
    job.start((signal) => lookUpModel(connection(), id, signal), onResult);
  };
}

/** Opens the form of a model, with a notice if no provider runs it. */
export function openForm(settings: PickerSettings, id: string, isAvailable: boolean): void {
  settings.session.chooseModel(id);
  settings.navigation.open('form');
  if (!isAvailable) settings.notify(`No provider runs ${id} right now. Ctrl-T: custom endpoint.`, 'error');
}

/** Opens runs on the form, with their result. */
export function useOpenRun(): (source: RunSource) => Promise<void> {
  const settings = usePicker();
  return async (source) => {
    const { runOpening } = await import('../../history/stored-runs.ts');
    const opening = await runOpening(source);
    if (isRunning(settings.session.getSnapshot()))
      return settings.notify('A run is in progress. Cancel it first.');
    openStoredRun(settings, opening);
  };
}

/** Copies a link that opens a run in the web app or with `tryout open`. */
export function useCopyLink(): (storedRun: StoredRun) => Promise<void> {
  const { isSandbox } = usePicker();
  const copy = useCopy();
  return async (storedRun) => {
    const { url, missing } = await createRunLink(
      storedRun,
      pageAddress(isSandbox || isFromSandbox(storedRun.run)),
    );
    const names = missing.map(visibleLine).join(', ');
    copy(url, missing.length > 0 ? `Too large for a link: ${names}.` : '');
  };
}
