import {
  answerText,
  IncompleteAnswerError,
  incompleteNote,
  isFailure,
  run,
  runSummary,
  withheldTokenHint,
  withheldTokenNote,
  type InferenceRequest,
  type RunEvent,
  type RunResult,
  type Values,
} from '@tryout/engine';
import type { Call, Context } from '../../context/context.ts';
import { streamWriter } from '../../terminal/stream-writer.ts';
import { symbolsOf } from '../../terminal/symbols.ts';
import { keepResult } from '../../files/save-file.ts';
import type { CheckedRequest } from './check-request.ts';
import { deliver } from './deliver.ts';
import { makeRequest } from './make-request.ts';
import { reasoningWriter } from './reasoning-writer.ts';
import type { Target } from './target.ts';

/** Does something with a finished run once its result has been given to the person. */
export type AfterRun = (result: RunResult) => Promise<void>;

/** A run whose inputs have all been checked. */
export interface CheckedRun extends CheckedRequest {
  readonly values: Values;
  readonly target: Target;
  /** Told of the request before it is sent; what it throws keeps it from being sent. */
  readonly prepare?: (context: Context, request: InferenceRequest) => Promise<AfterRun>;
}

/** Sends a run and gives its result to the person. What came of a stream that broke off is kept. */
export async function perform(call: Call, context: Context, checked: CheckedRun): Promise<void> {
  const { output, options } = call;
  const { connection, signal } = context;
  const { task, target } = checked;
  const stream = checked.stream && options.json !== true;
  const { values, destination, parameters, billTo } = checked;
  const setup = { task, destination, values, parameters, billTo, stream };
  const { request } = await makeRequest(call, context, setup);
  const afterwards = await checked.prepare?.(context, request);
  const withheld = withheldTokenNote(connection, request, '--send-token');
  if (withheld !== undefined) output.note(withheld);
  output.progress.note('Running the model');
  const writer = streamWriter(output);
  const reasoning = reasoningWriter(output, target.kind !== 'file');
  const shows = request.stream && target.kind !== 'file';
  const pieces: string[] = [];
  const onEvent = (event: RunEvent) => {
    output.progress.show(event);
    if (event.type === 'reasoning') reasoning.write(event.text);
    if (event.type !== 'text') return;
    pieces.push(event.text);
    reasoning.beforeAnswer();
    if (shows) writer.write(event.text);
  };
  let result: RunResult;
  try {
    result = await run(connection, request, { signal, onEvent });
  } catch (error) {
    writer.end();
    reasoning.end();
    await keepPartial(call, target, error instanceof IncompleteAnswerError ? error.partial : pieces.join(''));
    throw withheld === undefined
      ? error
      : withHint(error, withheldTokenHint(connection, request, '--send-token'));
  }
  output.progress.clear();
  writer.end();
  if (result.view.kind === 'text') {
    if (!request.stream) reasoning.write(result.view.reasoning ?? '');
    if (answerText(result.view) === '') reasoning.end();
    else reasoning.beforeAnswer();
  }
  try {
    await deliver(call, task, result, target, shows);
  } finally {
    reasoning.end();
    const incomplete = incompleteNote(result, (name, value) => `Get more with -p ${name}=${value}.`);
    if (incomplete !== undefined) output.note(incomplete);
  }
  output.aside(runSummary(request, result).join(symbolsOf(output.errorTerminal).separator));
  await afterwards?.(result);
}

async function keepPartial({ output }: Call, target: Target, partial: string): Promise<void> {
  if (partial === '') return;
  const kept = target.kind === 'file' ? await keepResult(target, partial) : undefined;
  if (kept?.failure) output.note(`${kept.failure.message}.`);
  if (kept && kept.path === undefined) {
    const writer = streamWriter(output);
    writer.write(partial);
    writer.end();
  }
  const place = output.terminal.isTerminal ? 'is above.' : 'was written to standard output.';
  output.note(
    `The answer is incomplete; what came ${kept?.path === undefined ? place : `is in ${kept.path}`}`,
  );
}

/** To someone whose token stayed here a refusal has one likely reason, which the server cannot know. */
function withHint(error: unknown, hint: string): unknown {
  return isFailure(error) && error.outcome === 'refused' ? Object.assign(error, { hint }) : error;
}
