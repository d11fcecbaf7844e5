import {
  answerText,
  toolCallsJson,
  type Media,
  type ResultView,
  type RunResult,
  type Task,
} from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import type { Output } from '../../context/output.ts';
import { keptElsewhere } from '../../files/save-file.ts';
import { saveMedia, saveValue } from './save-result.ts';
import type { Target } from './target.ts';

const EMPTY = 'The model gave an empty answer.';
const ONLY_REASONING = 'The model gave no answer, only reasoning.';

/** The files in a result, in order. */
function mediaIn(view: ResultView): readonly Media[] {
  if (view.kind === 'image' || view.kind === 'audio') return [view.media];
  return view.kind === 'tracks' ? view.tracks.map(({ media }) => media) : [];
}

/**
 * Gives a finished run to the person: files are saved, the value printed as JSON or drawn. An answer that leaves
 * standard output empty is noted. What could not be saved is printed.
 * @param streamed whether its text stands on standard output already
 * @throws SaveError at the end, with where the result is now
 */
export async function deliver(
  { options, output }: Call,
  task: Task,
  result: RunResult,
  target: Target,
  streamed: boolean,
): Promise<void> {
  const json = options.json === true;
  const { view } = result;
  const media = mediaIn(view);
  const isFileOfValue = media.length === 0 && target.kind === 'file';
  const kept = isFileOfValue
    ? [await saveValue(result, target, { json, note: output.note })]
    : await saveMedia(task, media, target, output);
  const isLost = kept.some(({ path }) => path === undefined);
  const empty = emptyNote(view);
  if (isFileOfValue && empty !== undefined) output.note(empty);
  if (!isFileOfValue || json || isLost) {
    const saved = kept.map(({ path }) => path);
    await print(output, result, {
      json,
      saved,
      isLost,
      streamed,
      wantsBytes: target.kind === 'standard-output',
    });
  }
  const failure = keptElsewhere(kept, media.length === 0 || json || !output.terminal.isTerminal);
  if (failure) throw failure;
}

interface PrintOptions {
  readonly json: boolean;
  /** Where each file of the result is. */
  readonly saved: readonly (string | undefined)[];
  /** Whether a file could not be written anywhere: its bytes are printed where a program reads them. */
  readonly isLost: boolean;
  readonly streamed: boolean;
  /** Whether a file itself goes to standard output. */
  readonly wantsBytes: boolean;
}

async function print(
  output: Output,
  { view, value }: RunResult,
  { json, saved, isLost, streamed, wantsBytes }: PrintOptions,
): Promise<void> {
  const [only] = mediaIn(view);
  const isFile = only !== undefined && view.kind !== 'tracks';
  const isDump = isLost && !output.terminal.isTerminal;
  if (json) return output.json(isFile ? mediaValue(only, saved[0], isLost) : value);
  if (isFile && (wantsBytes || isDump)) return output.write(only.bytes);
  if (view.kind === 'tracks' && isDump) return output.json(value);
  const empty = emptyNote(view);
  if (streamed) return empty === undefined ? output.write(unstreamed(view)) : output.note(empty);
  // Drawing is loaded when there is something to draw.
  const { renderResult } = await import('../../results/index.ts');
  const text = await renderResult(view, output.terminal, { saved });
  if (text.trim() === '') output.note(empty ?? EMPTY);
  output.write(text);
}

/** A note where an answer has neither text nor tool calls. */
function emptyNote(view: ResultView): string | undefined {
  if (view.kind !== 'text' || answerText(view).trim() !== '') return undefined;
  return view.reasoning === undefined ? EMPTY : ONLY_REASONING;
}

/** The part of an answer that follows its streamed text. */
function unstreamed(view: ResultView): string {
  if (view.kind !== 'text' || view.toolCalls === undefined) return '';
  const toolCalls = toolCallsJson(view);
  return view.text === '' ? `${toolCalls}\n` : `\n${toolCalls}\n`;
}

function mediaValue({ contentType, bytes }: Media, file: string | undefined, isLost: boolean): object {
  const data = isLost ? { data: Buffer.from(bytes).toString('base64') } : {};
  return { contentType, bytes: bytes.length, file: file ?? null, ...data };
}
