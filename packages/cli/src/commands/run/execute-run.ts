import {
  answerText,
  costOf,
  IncompleteAnswerError,
  incompleteNote,
  isFailure,
  run,
  runSummary,
  unsentTokenHint,
  unsentTokenNote,
  type InferenceRequest,
  type RunEvent,
  type RunResult,
  type Values,
} from '@tryout/engine';
import type { Call, Context } from '../../context/context.ts';
import type { Output } from '../../context/output.ts';
import { saveWithFallback } from '../../files/save-file.ts';
import { streamWriter, type StreamWriter } from '../../terminal/stream-writer.ts';
import { symbolsOf } from '../../terminal/symbols.ts';
import { deliver } from './deliver.ts';
import { reasoningWriter } from './reasoning-writer.ts';
import { makeRequest, type CheckedRequest } from './request.ts';
import type { Target } from './target.ts';

export interface CheckedRun extends CheckedRequest {
  readonly values: Values;
  readonly target: Target;
  /** Called before the request is sent; returns what to do after the result was printed. */
  readonly prepare?: PrepareAfterRun | undefined;
}

export type PrepareAfterRun = (
  context: Context,
  request: InferenceRequest,
) => Promise<(result: RunResult) => Promise<void>>;

/** Sends a run and delivers its result. If a stream is interrupted, keeps the partial text. */
export async function executeRun(call: Call, context: Context, checked: CheckedRun): Promise<void> {
  const { output, options } = call;
  const { connection, signal } = context;
  const { task, target } = checked;
  const stream = checked.stream && options.json !== true;
  const { request } = await makeRequest(call, context, { ...checked, stream }, checked.values);
  const afterRun = await checked.prepare?.(context, request);
  const tokenNote = unsentTokenNote(connection, request, '--send-token');
  if (tokenNote !== undefined) output.note(tokenNote);
  output.progress.note('Running the model');
  const writer = await answerWriter(output, request);
  const reasoning = reasoningWriter(output, target.kind !== 'file');
  const printsStream = request.stream && target.kind !== 'file';
  let streamed = '';
  const onEvent = (event: RunEvent) => {
    output.progress.show(event);
    if (event.type === 'reasoning') reasoning.write(event.text);
    if (event.type !== 'text') return;
    streamed += event.text;
    reasoning.beforeAnswer();
    if (printsStream) writer.write(event.text);
  };
  let result: RunResult;
  try {
    result = await run(connection, request, { signal, onEvent });
  } catch (error) {
    writer.end();
    reasoning.end();
    await keepPartial(call, target, error instanceof IncompleteAnswerError ? error.partial : streamed);
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
    await deliver(call, task, result, target, printsStream);
  } finally {
    reasoning.end();
    const incomplete = incompleteNote(result, (name, value) => `Get more with -p ${name}=${value}.`);
    if (incomplete !== undefined) output.note(incomplete);
  }
  if (output.errorTerminal.isTerminal) {
    const cost = await costOf(connection, result, signal);
    output.aside(runSummary(request, { ...result, cost }).join(symbolsOf(output.errorTerminal).separator));
  }
  await afterRun?.(result);
}

/** In a terminal, chats are drawn as Markdown. */
async function answerWriter(output: Output, { conversation }: InferenceRequest): Promise<StreamWriter> {
  if (!conversation || !output.terminal.isTerminal) return streamWriter(output, output.terminal);
  const { markdownWriter } = await import('../../terminal/markdown-writer.ts');
  return markdownWriter(output, output.terminal);
}

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
