import {
  computeAgreement,
  createSession,
  createStore,
  nameCandidates,
  paceRuns,
  count,
  describePartial,
  getAnswer,
  getServerName,
  getExcerpt,
  incompleteNote,
  getMedia,
  runSummary,
  visible,
  visibleLine,
  type SessionState,
  type Task,
} from '@tryout/engine';
import { PickerExit } from '../context/errors.ts';
import type { Call, Context } from '../context/context.ts';
import { connectFrom, withContext } from '../context/with-context.ts';
import { createTerminalDevice } from '../screen/graphics.ts';
import { detectTerminal, flow, themeFor, type Terminal } from '../screen/index.ts';
import { batchSummary } from '../batch/start-batch.ts';
import type { UserSettings } from '../context/settings.ts';
import { getInterruptionCode, signalCodes } from '../system/signals.ts';
import { renderResult } from '../deliver/render-result.ts';
import { PRINTED } from '../deliver/renderer.ts';
import { runJob } from './hooks/use-job.ts';
import type { Notice, Notify, PickerSettings } from './hooks/use-picker.ts';
import {
  createKeyRegistry,
  createNavigation,
  noMarks,
  type OpenBatch,
  type OpenComparison,
} from './hooks/stores.ts';
import { mount } from './mount.tsx';
import { applyDefaults, guardSignIn, openAt, type Opening } from './hooks/opening.ts';

/** Lines not used by images. */
const FREE_ROWS = 8;
const MAX_CHARACTERS = 4000;

/** A run with output. */
type LastRun = Pick<SessionState, 'model' | 'run'> & { readonly task: Task };

function runToKeep({ task, model, run }: SessionState): LastRun | undefined {
  return task && (run.result || run.partial?.text) ? { task, model, run } : undefined;
}

/** The last run's output, printed when the picker closes. */
async function exitSummary(
  { task, model, run: { result, request, partial, error } }: LastRun,
  paths: readonly string[],
  terminal: Terminal,
): Promise<string> {
  const theme = themeFor(terminal);
  const { separator } = theme;
  const target =
    request === undefined ? model : (request.run.route.model ?? getServerName(request.run.route));
  const facts = result ? runSummary(result) : [target ?? ''].filter(Boolean);
  const about = [theme.title(task.label), ...facts.map((fact) => theme.dim(visibleLine(fact)))];
  const lines = [flow(about, theme.dim(separator), terminal.columns)];
  const modelText = result ? getAnswer(result.view) : partial?.text;
  if (modelText) {
    const all = visible(modelText).trimEnd();
    const { text: beginning } = getExcerpt(all, { start: 0, end: 0 }, MAX_CHARACTERS);
    lines.push(beginning);
    if (beginning.length < all.length)
      lines.push(theme.dim(`(${count(all.length - beginning.length)} more characters)`));
  } else if (result) {
    const room = { ...terminal, rows: terminal.rows - FREE_ROWS };
    const limits = { ...PRINTED, all: 'tryout run --json' };
    lines.push((await renderResult(result.view, room, { paths, limits })).replace(/\n$/, ''));
  }
  const incomplete = result && incompleteNote(result, (name) => `Increase ${name} to get more.`);
  if (incomplete !== undefined) lines.push(theme.dim(incomplete));
  if (!result) lines.push(theme.error(`${describePartial(error)}.`));
  else if (getMedia(result.view).length > 0 && paths.length === 0) lines.push(theme.dim('Not saved.'));
  return `${lines.join('\n')}\n`;
}

/** How to return to the last run in the history. */
function reopenLine(terminal: Terminal): string {
  return `${themeFor(terminal).dim('Open again: tryout open last')}\n`;
}

/** Milliseconds between updates during a run. */
const INTERVAL = 100;

/** An exit code, or to continue on the sandbox. */
type Ending = number | 'sandbox';

/**
 * Shows the picker until the user leaves it.
 * @throws PickerExit for a nonzero exit code
 */
export async function openPicker(call: Call, opening: Opening, userSettings: UserSettings): Promise<void> {
  const notes: string[] = [];
  const traces: string[] = [];
  const { output } = call;
  // Do not write over the screen: notes become notices, `--debug` requests are printed at the end.
  const quiet: Call = {
    ...call,
    output: {
      ...output,
      note: (text) => void notes.push(text),
      ...(output.errorTerminal.isTerminal ? { trace: (text) => void traces.push(text) } : {}),
    },
  };
  let ending: Ending;
  try {
    ending = await withContext(quiet, (context) => pick(quiet, context, opening, userSettings, notes));
  } finally {
    for (const text of traces) output.trace(text);
  }
  if (ending === 'sandbox')
    return openPicker({ ...call, options: { ...call.options, sandbox: true } }, opening, userSettings);
  if (ending !== 0) throw new PickerExit(ending);
}

async function pick(
  call: Call,
  context: Context,
  opening: Opening,
  userSettings: UserSettings,
  notes: string[],
): Promise<Ending> {
  const { runtime, options } = call;
  const { output, environment } = runtime;
  const { token } = context.connection;
  const notice = createStore<Notice | undefined>(undefined);
  const notify: Notify = (text, tone = 'plain') => notice.set({ text, tone });
  const background = new AbortController();
  const session = createSession({
    connect: connectFrom(context, (text) => notify(text)),
    store: context.store,
    token,
    availableOnly: userSettings['models'] !== 'all',
  });
  let finish: (ending: Ending) => void = () => undefined;
  const exit = new Promise<Ending>((resolve) => (finish = resolve));
  /** The last run with output, which the session drops when another model is chosen. */
  let last: LastRun | undefined;
  session.subscribe(() => {
    last = runToKeep(session.getSnapshot()) ?? last;
  });
  let comparing: Promise<void> | undefined;
  const history = async () => (await import('../history/stored-runs.ts')).openHistory(environment, notify);
  const settings: PickerSettings = {
    session,
    navigation: createNavigation(),
    notice,
    notify,
    keyRegistry: createKeyRegistry(),
    runInBackground: (work) => void runJob(notify, background.signal, work),
    paced: paceRuns(session, INTERVAL),
    marks: createStore(noMarks),
    comparison: createStore<OpenComparison | undefined>(undefined),
    batch: createStore<OpenBatch | undefined>(undefined),
    runComparison(comparison) {
      comparing = recording.then(async ({ follow }) => {
        follow(comparison);
        await comparison.run();
      });
    },
    environment,
    memory: { savedFiles: new WeakMap(), storedRuns: new WeakMap() },
    isSandbox: options.sandbox === true,
    // Settings name models and providers of the real hub.
    userSettings: options.sandbox ? { graphics: userSettings['graphics'] } : userSettings,
    isRecording: options.history !== false && userSettings['history'] !== 'off',
    folder: context.folder,
    hubUrl: context.connection.hubUrl,
    async history() {
      await (await recording).settled();
      return history();
    },
    connection: session.connection,
    device: createTerminalDevice((sequence) => void output.write(sequence)),
    leave(code) {
      finish(code);
      // Lets a second Ctrl-C, now a signal, interrupt the cleanup.
      if (code === signalCodes.SIGINT) runtime.interrupt();
    },
    switchToSandbox: () => finish('sandbox'),
  };
  const currentTerminal = () => detectTerminal(output, environment, options.color);
  const unsubscribeDefaults = applyDefaults(settings);
  const recording = import('./recording.ts').then(({ startRecording }) =>
    startRecording(settings, history, notify),
  );
  openAt(settings, opening, options.literal);
  const unsubscribeGuard = guardSignIn(settings);
  const view = mount({ settings, runtime, currentTerminal });
  if (notes[0] !== undefined) notify(notes[0]);
  const interrupt = () => finish(getInterruptionCode(runtime.signal));
  runtime.signal.addEventListener('abort', interrupt);
  let ending: Ending;
  try {
    ending = await Promise.race([exit, view.failure]);
  } finally {
    runtime.signal.removeEventListener('abort', interrupt);
    view.dispose();
    unsubscribeGuard();
    unsubscribeDefaults();
    background.abort();
    // Runs in progress are recorded as canceled.
    session.cancel();
    settings.comparison.getSnapshot()?.comparison.cancel();
    await comparing;
    await settings.batch.getSnapshot()?.run?.batch.dispose();
    session.dispose();
  }
  const { run } = settings.batch.getSnapshot() ?? {};
  if (run) output.write(batchSummary(run, currentTerminal()));
  const open = settings.comparison.getSnapshot();
  const compared = open?.comparison.getSnapshot().runs ?? [];
  const lastStart = last?.run.startedAt ?? new Date(0);
  const isNewest = compared.some(({ run }) => run.result && run.startedAt >= lastStart);
  if (open && isNewest && !open.options.earlier) {
    const { renderComparison } = await import('../deliver/comparison.ts');
    const names = nameCandidates(open.options.candidates);
    const agreement = await computeAgreement(compared.map(({ run }) => run.result?.view));
    output.write(await renderComparison({ runs: compared, names, agreement }, currentTerminal()));
    await (await recording).dispose();
    return ending;
  }
  const paths = last?.run.result && settings.memory.savedFiles.get(last.run.result);
  if (last) output.write(await exitSummary(last, paths ?? [], currentTerminal()));
  const recordedInputs = await (await recording).dispose();
  if (last && last.run.inputs === recordedInputs) output.write(reopenLine(currentTerminal()));
  return ending;
}
