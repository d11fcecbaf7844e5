import {
  asFailure,
  CanceledError,
  computeAgreement,
  createComparison,
  describeFailure,
  emptyChat,
  getBlindName,
  getMedia,
  getMediaType,
  getMessage,
  findProvider,
  getTokensPerSecond,
  isFinished,
  isRunning,
  MAX_CANDIDATES,
  MIN_CANDIDATES,
  nameCandidates,
  progressText,
  recordVote,
  shuffleCandidates,
  timestampedFileName,
  type Agreement,
  type Candidate,
  type ChatState,
  type CodePiece,
  type ComparedRun,
  type Failure,
  type Outcome,
  type PreparedRun,
  type StoredRun,
  type Values,
} from '@tryout/engine';
import type { Call, Context } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import { withContext } from '../context/with-context.ts';
import { saveWithFallback } from '../deliver/save-file.ts';
import type { RecordOptions } from '../history/record-run.ts';
import { openHistory } from '../history/stored-runs.ts';
import { resolveModel } from '../read-argv/models.ts';
import { renderComparison } from '../deliver/comparison.ts';
import { createMaskDecoder } from '../deliver/annotated-image.ts';
import { askChoice, canConfirm } from '../system/confirm.ts';
import { chooseCode, drawCode, isForLibrary, type CodeChoice } from './code.ts';
import type { CodeOptions, RequestOptions } from '../read-argv/options.ts';
import type { OutputOptions } from './run.ts';
import { noteParameters, type CheckedRequest } from '../read-argv/request.ts';
import { defaultProvider } from '../context/settings.ts';

interface ComparisonSetup {
  readonly candidates: readonly Candidate[];
  readonly keep: RecordOptions;
  readonly code?: Pick<OutputOptions, 'snippet' | keyof CodeOptions>;
  readonly isBlind?: boolean;
}

/** The models in `-m`. @throws InputError unless there are 2 to 8 */
export async function readCandidates(
  { runtime, options: common }: Call,
  { place: { provider } }: CheckedRequest,
  { models = [] }: RequestOptions,
): Promise<readonly Candidate[]> {
  if (models.length < MIN_CANDIDATES || models.length > MAX_CANDIDATES)
    throw new UsageError(
      `tryout compare takes ${MIN_CANDIDATES} to ${MAX_CANDIDATES} models, not ${models.length}`,
      {
        hint: 'Pass each with -m ID or -m ID:PROVIDER; tryout models TASK lists them.',
      },
    );
  const candidates: Candidate[] = [];
  for (const text of models) {
    if (text.trim() === '') throw new UsageError('--model is empty', { hint: 'Pass a model ID to each -m.' });
    const model = await resolveModel(
      text,
      runtime.environment,
      common,
      'Pass model IDs to -m, and files as inputs.',
    );
    candidates.push({ model, provider: defaultProvider(model, provider) });
  }
  return candidates;
}

/**
 * Runs several models on one input, and prints what differs. Each run is recorded when it ends.
 * @throws the worst error if no model answered, CanceledError, SaveError
 */
export async function executeComparison(
  call: Call,
  request: CheckedRequest & { readonly values: Values },
  { candidates, keep, code, isBlind = false }: ComparisonSetup,
): Promise<void> {
  const { runtime, options, output } = call;
  if (isBlind && (options.json || !canConfirm(runtime) || !output.terminal.isTerminal))
    throw new UsageError('--blind requires a terminal', {
      hint: 'Remove --blind or --json, or do not redirect.',
    });
  const choice = code?.snippet ? await chooseCode(code) : undefined;
  await withContext(call, async (context) => {
    const { connection, signal } = context;
    const { task } = request;
    const spec = { ...request, place: {}, chat: (request.chat ?? emptyChat) as ChatState };
    const { recordEndedRun, saveRuns } = await import('../history/record-run.ts');
    const noted = new Set<string>();
    const onPrepared = (prepared: PreparedRun) => {
      const key = prepared.parameterNotes.join();
      if (!noted.has(key)) noteParameters(call, request, prepared);
      noted.add(key);
    };
    const comparison = createComparison({ connection, spec, candidates, onPrepared });
    const order = isBlind ? shuffleCandidates(candidates.length) : [...candidates.keys()];
    const names = isBlind ? order.map((_, place) => getBlindName(place)) : nameCandidates(candidates);
    const recording: Promise<StoredRun | undefined>[] = [];
    comparison.onRunEnd(({ spec: ended, run }) => {
      // In a terminal, the result says so.
      if (run.status === 'failed' && !output.terminal.isTerminal)
        output.note(`${names[order.indexOf(ended.candidate! - 1)]}: ${getMessage(run.error)}`);
      const recorded = recordEndedRun(call, ended, run, connection);
      recording.push(recorded.catch((error: unknown) => void output.note(getMessage(error))));
    });
    const inOrder = () => order.map((index) => comparison.getSnapshot().runs[index]!);
    const unsubscribe = comparison.subscribe(() => showProgress(call, inOrder(), names));
    const cancel = () => comparison.cancel();
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
    await comparison.run();
    signal.removeEventListener('abort', cancel);
    unsubscribe();
    output.progress.clear();
    const { runs: all, group } = comparison.getSnapshot();
    const stored = (await Promise.all(recording)).flatMap((each) => each ?? []);
    stored.sort((a, b) => a.run.candidate! - b.run.candidate!);
    if (keep.saveRun !== undefined) await saveRuns(keep.saveRun, stored, keep.force ?? false, output.note);
    const runs = inOrder();
    if (signal.aborted || !runs.some(({ run }) => run.result)) {
      if (output.terminal.isTerminal)
        output.write(await renderComparison({ runs, names, isBlind }, output.terminal));
      throw signal.aborted ? new CanceledError() : getWorst(runs);
    }
    const views = runs.map(({ run }) => run.result?.view);
    const agreement = await computeAgreement(views, { decodeMask: createMaskDecoder(), signal });
    const paths = await saveMedia(call, task.id, runs);
    const { terminal } = output;
    if (options.json) output.json(toJson(runs, agreement, paths));
    else output.write(await renderComparison({ runs, names, agreement, paths, isBlind }, terminal));
    if (isBlind) await vote(call, group, order, candidates, all);
    if (choice) await printCode(call, context, runs, names, choice);
  });
}

/** Prints the code of each run, to standard error if standard output holds JSON. */
async function printCode(
  call: Call,
  context: Context,
  runs: readonly ComparedRun[],
  names: readonly string[],
  choice: CodeChoice,
): Promise<void> {
  const { hubModel, prepareLibraryCode, prepareRequestCode } = await import('./request-code.ts');
  const { output, options, runtime } = call;
  const pieces: CodePiece[] = [];
  for (const [index, { run, candidate }] of runs.entries()) {
    if (!run.request) continue;
    const code = isForLibrary(choice)
      ? await prepareLibraryCode(context, hubModel(candidate.model), choice)
      : prepareRequestCode(call, context, run.request, choice);
    const contentType = run.result && getMediaType(run.result.view);
    for (const piece of code.pieces(contentType))
      pieces.push({ ...piece, title: `${names[index]}: ${piece.title}` });
  }
  const text = await drawCode(pieces, options.json ? output.errorTerminal : output.terminal);
  if (options.json) runtime.errors.write(text);
  else output.write(`\n${text}`);
}

/** One line about all candidates: those that have ended, and the first ones that have not. */
function showProgress({ output }: Call, runs: readonly ComparedRun[], names: readonly string[]): void {
  const ended = runs.filter(({ run }) => isFinished(run)).length;
  const current = runs.flatMap(({ run, candidate: { model } }, index) =>
    isRunning({ run }) ? [`${names[index]}: ${progressText({ run, model })}`] : [],
  );
  output.progress.note([`${ended} of ${runs.length} done`, ...current].join('. '));
}

const worstFirst: readonly Outcome[] = ['refused', 'failed', 'timeout', 'input', 'canceled'];

function getWorst(runs: readonly ComparedRun[]): Failure {
  const errors = runs.map(({ run }) => asFailure(run.error ?? new CanceledError()));
  return errors.sort((a, b) => worstFirst.indexOf(a.outcome) - worstFirst.indexOf(b.outcome))[0]!;
}

/** Saves images and sounds under generated names. @returns their paths by candidate */
async function saveMedia({ output }: Call, task: string, runs: readonly ComparedRun[]) {
  const paths: (readonly (string | undefined)[])[] = [];
  for (const { run } of runs) {
    const saved: (string | undefined)[] = [];
    for (const { bytes, contentType } of run.result ? getMedia(run.result.view) : []) {
      const name = timestampedFileName(task, contentType);
      const { path, failure } = await saveWithFallback({ path: name, wantsFreeName: true }, bytes);
      if (failure) output.note(failure.message);
      saved.push(path);
    }
    paths.push(saved);
  }
  return paths;
}

/** The value of `--json`. */
function toJson(
  runs: readonly ComparedRun[],
  agreement: Agreement | undefined,
  paths: readonly (readonly (string | undefined)[])[],
) {
  const results = runs.map(({ candidate: { model, provider }, run }, index) => {
    const { result } = run;
    if (!result) return { model, provider, error: describeFailure(run.error ?? new CanceledError()) };
    const { view, seconds, firstTokenSeconds, cost = null } = result;
    const media = 'media' in view ? view.media : undefined;
    const value = media
      ? { contentType: media.contentType, bytes: media.bytes.length, file: paths[index]?.[0] ?? null }
      : result.value;
    const speed = { firstTokenSeconds, tokensPerSecond: getTokensPerSecond(result) };
    return { model, provider: findProvider(result) ?? null, seconds, cost, ...speed, value };
  });
  const { means, pairs = [] } = agreement ?? {};
  const pairRows = pairs.map(({ a, b, measures }) => ({ a, b, ...measures }));
  return { agreement: means ? { ...means, pairs: pairRows } : null, results };
}

/** Asks for the best result, keeps the vote, and reveals the names. */
async function vote(
  { runtime, output }: Call,
  group: string,
  order: readonly number[],
  candidates: readonly Candidate[],
  runs: readonly ComparedRun[],
): Promise<void> {
  const places = order.flatMap((index, place) => (runs[index]!.run.result ? [place] : []));
  const letter = (place: number) => getBlindName(place).slice(-1);
  const letters = places.map(letter).join(', ');
  const answer =
    places.length < 2
      ? ''
      : await askChoice(runtime, `Best result? (${letters}, t for a tie, Enter for none)`, [
          ...places.map(letter),
          'T',
          '',
        ]);
  const names = nameCandidates(candidates);
  for (const [place, index] of order.entries()) output.note(`${getBlindName(place)} is ${names[index]}`);
  if (answer === '') return;
  const place = places.find((each) => letter(each) === answer);
  const winner = place === undefined ? undefined : order[place];
  const isRecorded = await recordVote(openHistory(runtime.environment, output.note), group, winner);
  output.note(
    isRecorded
      ? 'Vote recorded. tryout history votes counts them.'
      : 'The vote was not recorded, because the runs are not in the history.',
  );
}
