import {
  answerText,
  jsonText,
  mediaOf,
  numbered,
  timestampedFileName,
  toolCallsJson,
  type Media,
  type ResultView,
  type RunResult,
  type Task,
} from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import type { Output } from '../../context/output.ts';
import { actualFormat, pathWithFormat } from '../../files/extension.ts';
import { saveWithFallback, saveOutcomeError, type SaveOutcome } from '../../files/save-file.ts';
import type { Target } from './target.ts';

const EMPTY = 'The model returned an empty answer.';
const ONLY_REASONING = 'The model returned no answer, only reasoning.';

/**
 * Saves and prints the result of a run. A result that cannot be saved is printed.
 * @param streamed whether its text was already printed
 * @throws SaveError at the end, with where the result is
 */
export async function deliver(
  { options, output }: Call,
  task: Task,
  result: RunResult,
  target: Target,
  streamed: boolean,
): Promise<void> {
  const json = options.json === true;
  const { isTerminal } = output.terminal;
  const { view } = result;
  const media = mediaOf(view);
  const isValueFile = media.length === 0 && target.kind === 'file';
  const kept = isValueFile
    ? [await saveValue(result, target, json, output)]
    : await saveMedia(task, media, target, output);
  const saved = kept.map(({ path }) => path);
  const isLost = saved.includes(undefined);
  const empty = emptyNote(view);
  if (isValueFile && empty !== undefined) output.note(empty);
  const file = view.kind === 'image' || view.kind === 'audio' ? view.media : undefined;
  const wantsBytes = target.kind === 'standard-output' || (isLost && !isTerminal);
  if (json) output.json(file ? mediaJson(file, saved[0], isLost) : result.value);
  else if (file && wantsBytes) output.write(file.bytes);
  else if (view.kind === 'tracks' && wantsBytes) output.json(result.value);
  else if (streamed) {
    if (empty === undefined) output.write(unstreamed(view));
    else output.note(empty);
  } else if (!isValueFile || isLost) {
    const { renderResult } = await import('../../results/render-result.ts');
    const text = await renderResult(view, output.terminal, { saved });
    if (text.trim() === '') output.note(empty ?? EMPTY);
    output.write(text);
  }
  const failure = saveOutcomeError(kept, media.length === 0 || json || !isTerminal);
  if (failure) throw failure;
}

/** Saves images or audio. Notes a file extension that does not match the content. */
async function saveMedia(
  task: Task,
  media: readonly Media[],
  target: Target,
  output: Output,
): Promise<readonly SaveOutcome[]> {
  const saved: SaveOutcome[] = [];
  for (const [index, { contentType, bytes }] of media.entries()) {
    if (target.kind === 'file') {
      const path = media.length === 1 ? target.path : numbered(target.path, index + 1);
      const kept = await saveWithFallback({ path, force: target.force }, bytes);
      if (!kept.failure && actualFormat(path, contentType))
        output.note(`Saved to ${pathWithFormat(path, contentType)}.`);
      saved.push(kept);
    } else if (target.kind === 'own-name') {
      const path = timestampedFileName(task.id, contentType);
      saved.push(await saveWithFallback({ path, wantsFreeName: true }, bytes));
    }
  }
  return saved;
}

/** Saves a text, a picture with the result drawn in, or a value as JSON, and notes where. */
async function saveValue(
  { view, value }: RunResult,
  { path, force }: Extract<Target, { kind: 'file' }>,
  json: boolean,
  { note }: Output,
): Promise<SaveOutcome> {
  const isText = view.kind === 'text' && !json;
  const { annotatedPicture } = await import('../../results/annotated-picture.ts');
  const picture = await annotatedPicture(view, path);
  const text = isText ? answerText(view) : jsonText(value, 2);
  const kept = await saveWithFallback({ path, force }, picture?.bytes ?? `${text.replace(/\n$/, '')}\n`);
  const shown = pathWithFormat(path, picture?.contentType ?? (isText ? 'text/plain' : 'application/json'));
  if (!kept.failure) note(`Saved to ${shown}${shown === path ? '' : '.'}`);
  return kept;
}

function emptyNote(view: ResultView): string | undefined {
  if (view.kind !== 'text' || answerText(view).trim() !== '') return undefined;
  return view.reasoning === undefined ? EMPTY : ONLY_REASONING;
}

/** The part of an answer that was not streamed: its tool calls. */
function unstreamed(view: ResultView): string {
  if (view.kind !== 'text' || view.toolCalls === undefined) return '';
  const toolCalls = toolCallsJson(view);
  return view.text === '' ? `${toolCalls}\n` : `\n${toolCalls}\n`;
}

function mediaJson({ contentType, bytes }: Media, file: string | undefined, isLost: boolean): object {
  const data = isLost ? Buffer.from(bytes).toString('base64') : undefined;
  return { contentType, bytes: bytes.length, file: file ?? null, data };
}
