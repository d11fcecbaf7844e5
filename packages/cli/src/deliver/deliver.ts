import {
  answerText,
  emptyAnswerText,
  furtherText,
  getMedia,
  InputError,
  resultJson,
  resultKinds,
  timestampedFileName,
  unlessAborted,
  visible,
  withTimeout,
  type InferenceRequest,
  type Media,
  type ResultView,
  type RunResult,
  type Task,
  SaveError,
} from '@tryout/engine';
import type { Call, Context } from '../context/context.ts';
import { UsageError } from '../context/errors.ts';
import {
  checkFolder,
  checkNumberedTargets,
  checkTarget,
  pathWithFormat,
  saveWithFallback,
  saveOutcomeError,
  type SaveOutcome,
} from './save-file.ts';
import type { Terminal } from '../screen/terminal.ts';

/** Where a result is written in addition to being displayed. */
export type Target =
  | { readonly kind: 'none' }
  /** Files get generated names. */
  | { readonly kind: 'own-name' }
  | { readonly kind: 'standard-output' }
  | { readonly kind: 'file'; readonly path: string; readonly force: boolean };

/**
 * Decides where a result goes, before the request is sent.
 * @throws InputError if it cannot be written there
 */
export async function chooseTarget(
  { options: { json }, output: { terminal } }: Call,
  task: Task,
  { output, force = false }: { readonly output?: string; readonly force?: boolean },
): Promise<Target> {
  const { media, entry } = resultKinds[task.result.kind];
  const isFile = media !== undefined;
  const hasSeveral = isFile && entry !== undefined;
  if (output === undefined) {
    // JSON includes the data of several tracks, but only the path of a single file.
    if (!isFile || (hasSeveral && json)) return { kind: 'none' };
    if (!hasSeveral && !json && !isScreen(terminal)) return { kind: 'standard-output' };
    await checkFolder('.');
    return { kind: 'own-name' };
  }
  if (output !== '-') {
    await checkTarget(output, force);
    if (hasSeveral) await checkNumberedTargets(output, force);
    return { kind: 'file', path: output, force };
  }
  if (hasSeveral) {
    const problem = `${task.id} returns several audio files, which cannot be written to standard output`;
    throw new InputError(problem, { hint: 'Use -o FILE; the files are numbered.' });
  }
  if (isFile && json) {
    throw new UsageError('--json and --output - cannot be used together', {
      hint: 'Use -o FILE, or omit --json.',
    });
  }
  if (isFile && isScreen(terminal)) {
    throw new InputError('Binary output cannot be written to a terminal', {
      hint: 'Redirect the output, or use -o FILE.',
    });
  }
  return { kind: 'standard-output' };
}

function isScreen({ isTerminal, isAgent = false }: Terminal): boolean {
  return isTerminal || isAgent;
}

/** Called before the request is sent; returns what to do after the result was delivered. */
export type PrepareAfterRun = (
  context: Context,
  request: InferenceRequest,
) => Promise<((result: RunResult) => Promise<void>) | undefined>;

/**
 * Saves and prints the result of a run. A result that cannot be saved is printed.
 * @param isStreamed whether its text was already printed
 * @throws SaveError at the end, with where the result is
 */
export async function deliver(
  call: Call,
  context: Context,
  task: Task,
  result: RunResult,
  target: Target,
  isStreamed: boolean,
): Promise<void> {
  const { options, output } = call;
  const json = options.json === true;
  const isTerminal = isScreen(output.terminal);
  const { view } = result;
  const media = getMedia(view);
  const isValueFile = media.length === 0 && target.kind === 'file';
  const outcomes = await save(task, result, target, call, context);
  const paths = outcomes.map(({ path }) => path);
  const isLost = paths.includes(undefined);
  const empty = emptyNote(view);
  if (isValueFile && empty !== undefined) output.note(empty);
  const file = 'media' in view ? view.media : undefined;
  const wantsBytes = target.kind === 'standard-output' || (isLost && !isTerminal);
  if (json) output.json(file ? mediaJson(file, paths[0], isLost) : (result.parsed ?? result.value));
  else if (file && wantsBytes) output.write(file.bytes);
  else if (media.length > 0 && wantsBytes) output.json(result.value);
  else if (isStreamed) {
    if (empty === undefined) output.write(getUnstreamedText(view));
    else output.note(empty);
  } else if (!isValueFile || isLost) {
    const { renderResult } = await import('./render-result.ts');
    const text = await renderResult(view, output.terminal, { paths });
    if (text.trim() === '') output.note(empty ?? '(no results)');
    output.write(text);
  }
  const failure = saveOutcomeError(outcomes, media.length === 0 || json || !isTerminal);
  if (failure) throw failure;
}

/** Saves media under own names, or any result to a file. Notes where a value is, and unexpected file formats. */
async function save(
  task: Task,
  result: RunResult,
  target: Target,
  { options, output }: Call,
  { signal, connection: { deadlines, finishBy = Date.now() + deadlines.total * 1000 } }: Context,
): Promise<readonly SaveOutcome[]> {
  if (target.kind !== 'own-name' && target.kind !== 'file') return [];
  const hasOwnName = target.kind === 'own-name';
  const media = getMedia(result.view);
  const name = hasOwnName ? timestampedFileName(task.id, media[0]?.contentType ?? '') : target.path;
  const asJson = options.json === true && media.length === 0;
  const { resultFiles } = await import('./save-result.ts');
  const milliseconds = finishBy - Date.now();
  const seconds = Math.min(3600, Math.max(1, Math.ceil(milliseconds / 1000)));
  const drawing = withTimeout(milliseconds, signal, (either) => {
    const options = { name, asJson, terminal: output.terminal, signal: either, seconds };
    return unlessAborted(resultFiles(result, options), either);
  });
  const files = await drawing.catch(async (cause: unknown) => {
    if (signal.aborted) throw cause;
    const json = { path: `${name}.json`, wantsFreeName: true };
    const { path } = await saveWithFallback(json, `${resultJson(result)}\n`);
    return { path, failure: new SaveError(`Could not draw ${name}`, { cause }) };
  });
  if ('failure' in files) return [files];
  const outcomes: SaveOutcome[] = [];
  for (const { path, contentType, content } of files) {
    const force = !hasOwnName && target.force;
    const outcome = await saveWithFallback({ path, wantsFreeName: hasOwnName, force }, content);
    const label = pathWithFormat(path, contentType);
    if (!outcome.failure && (media.length === 0 || label !== path))
      output.note(`Saved to ${label}${label === path ? '' : '.'}`);
    outcomes.push(outcome);
  }
  return outcomes;
}

function emptyNote(view: ResultView): string | undefined {
  if (view.kind !== 'text' || answerText(view).trim() !== '') return undefined;
  return emptyAnswerText(view);
}

/** The part of an answer that was not streamed. */
function getUnstreamedText(view: ResultView): string {
  const further = view.kind === 'text' ? visible(furtherText(view)) : '';
  if (further === '' || view.kind !== 'text') return '';
  return view.text === '' ? `${further}\n` : `\n${further}\n`;
}

function mediaJson({ contentType, bytes }: Media, file: string | undefined, isLost: boolean): object {
  const data = isLost ? Buffer.from(bytes).toString('base64') : undefined;
  return { contentType, bytes: bytes.length, file: file ?? null, data };
}
