import {
  answerText,
  asFailure,
  CanceledError,
  computeCost,
  IncompleteAnswerError,
  incompleteNote,
  isFailure,
  getMessage,
  run,
  runSummary,
  unsentTokenHint,
  unsentTokenNote,
  type Failure,
  type InferenceRequest,
  type RunEvent,
  type RunResult,
  type Values,
} from '@tryout/engine';
import type { Call, Context } from '../../context/context.ts';
import type { Output } from '../../context/output.ts';
import { saveWithFallback } from '../../files/save-file.ts';
import type { RecordOptions } from '../../history/record-run.ts';
import { streamWriter, type StreamWriter } from '../../terminal/stream-writer.ts';
import { getSymbols } from '../../terminal/symbols.ts';
import { deliver } from './deliver.ts';
import { reasoningWriter } from './reasoning-writer.ts';
import { makeRequest, type CheckedRequest } from './request.ts';
import type { Target } from './target.ts';

export interface CheckedRun extends CheckedRequest {
  readonly values: Values;
  readonly target: Target;
  /** Called before the request is sent; returns what to do after the result was printed. */
  readonly prepare?: PrepareAfterRun | undefined;
  readonly keep: RecordOptions;
}

export type PrepareAfterRun = (
  context: Context,
  request: InferenceRequest,
) => Promise<((result: RunResult) => Promise<void>) | undefined>;

/** A run while it is in progress. */
interface CurrentRun {
  request?: InferenceRequest;
  result?: RunResult;
  /** The text received so far. */
  streamed: string;
}

/**
 * Sends a run, delivers its result, and then keeps it in the history and its run file. Failed and canceled runs are
 * kept too, but not those with invalid inputs.
 */
export async function executeRun(call: Call, context: Context, given: CheckedRun): Promise<void> {
  const checked = { ...given, stream: given.stream && call.options.json !== true };
  const startedAt = new Date();
  const current: CurrentRun = { streamed: '' };
  const keep = async (error?: Failure) => {
    if (call.options.history === false && checked.keep.saveRun === undefined) return;
    const { recordEndedRun } = await import('../../history/record-run.ts');
    const seconds = (Date.now() - startedAt.getTime()) / 1000;
    const { request, result, streamed: partial } = current;
    const ending = { startedAt, seconds, result, error, partial };
    const { token } = context.connection;
    await recordEndedRun(call, { inputs: checked, request, ending, token }, checked.keep);
  };
  if (checked.target.kind === 'file') {
    const { checkDrawing } = await import('../../results/annotated-picture.ts');
    await checkDrawing(checked.task.result.kind, checked.values, checked.target.path);
  }
  try {
    await sendRun(call, context, checked, current);
  } catch (thrown) {
    const error = context.signal.aborted ? new CanceledError() : asFailure(thrown);
    // After a failed rerun, `last` is still the run that was repeated.
    const isKept =
      error.outcome !== 'input' && (call.command !== 'rerun' || checked.keep.saveRun !== undefined);
    if (isKept) await keep(error).catch((cause) => call.output.note(getMessage(cause)));
    throw thrown;
  }
  await keep();
}

/** If a stream is interrupted, keeps the partial text. */
async function sendRun(
  call: Call,
  context: Context,
  checked: CheckedRun,
  current: CurrentRun,
): Promise<void> {
  const { output } = call;
  const { connection, signal } = context;
  const { task, target } = checked;
  const { request } = await makeRequest(call, context, checked, checked.values);
  current.request = request;
  const afterRun = await checked.prepare?.(context, request);
  const tokenNote = unsentTokenNote(connection, request, '--send-token');
  if (tokenNote !== undefined) output.note(tokenNote);
  output.progress.note('Running the model');
  const writer = await answerWriter(output, request);
  const reasoning = reasoningWriter(output, target.kind !== 'file');
  const printsStream = request.stream && target.kind !== 'file';
  const onEvent = (event: RunEvent) => {
    output.progress.show(event);
    if (event.type === 'reasoning') reasoning.write(event.text);
    if (event.type !== 'text') return;
    current.streamed += event.text;
    reasoning.beforeAnswer();
    if (printsStream) writer.write(event.text);
  };
  let result: RunResult;
  try {
    result = await run(connection, request, { signal, onEvent });
    current.result = result;
  } catch (error) {
    writer.end();
    reasoning.end();
    if (error instanceof IncompleteAnswerError) current.streamed = error.partial;
    await keepPartial(call, target, current.streamed);
    // The missing token is the likely reason for a refusal.
    if (tokenNote !== undefined && isFailure(error) && error.outcome === 'refused')
      Object.assign(error, { hint: unsentTokenHint(connection, request, '--send-token') });
    throw error;
  }
  output.progress.clear();
  writer.end();
  if (result.view.kind === 'text') {
    if (!request.stream) reasoning.write(result.view.reasoning ?? '');
    if (answerText(result.view) === '') reasoning.end();
    else reasoning.beforeAnswer();
  }
  try {
    await deliver(call, context, task, result, target, printsStream);
  } finally {
    reasoning.end();
    const incomplete = incompleteNote(result, (name, value) => `Get more with -p ${name}=${value}.`);
    if (incomplete !== undefined) output.note(incomplete);
  }
  if (output.errorTerminal.isTerminal) {
    const cost = await computeCost(connection, result, signal);
    output.aside(runSummary(request, { ...result, cost }).join(getSymbols(output.errorTerminal).separator));
  }
  await afterRun?.(result);
}

/** In a terminal, chats are drawn as Markdown. */
async function answerWriter(output: Output, { conversation }: InferenceRequest): Promise<StreamWriter> {
  if (!conversation || !output.terminal.isTerminal) return streamWriter(output, output.terminal);
  const { markdownWriter } = await import('../../terminal/markdown-writer.ts');
  return markdownWriter(output, output.terminal);
}

/** Notes where the partial answer is. If it cannot be saved, it is printed. */
async function keepPartial({ output }: Call, target: Target, partial: string): Promise<void> {
  if (partial === '') return;
  const kept = target.kind === 'file' ? await saveWithFallback(target, partial) : undefined;
  if (kept?.failure) output.note(`${kept.failure.message}.`);
  if (kept && kept.path === undefined) {
    const writer = streamWriter(output, output.terminal);
    writer.write(partial);
    writer.end();
  }
  const printed = output.terminal.isTerminal ? 'above.' : 'on standard output.';
  output.note(`The answer is incomplete; the partial answer is ${kept?.path ? `in ${kept.path}` : printed}`);
}
