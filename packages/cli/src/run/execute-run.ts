import {
  asFailure,
  CanceledError,
  computeCost,
  incompleteNote,
  getMessage,
  performRun,
  runSummary,
  unsentTokenHint,
  unsentTokenNote,
  type DoneRun,
  type EndedRun,
  type RunResult,
  type Values,
} from '@tryout/engine';
import type { Call, Context } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import { saveWithFallback } from '../files/save-file.ts';
import { getSymbols } from '../terminal/terminal.ts';
import { streamWriter } from '../terminal/word-wrap.ts';
import { printAnswer, REASONING_END, type AnswerPrinter } from './answer-printer.ts';
import { deliver, type Target } from './deliver.ts';
import type { RequestOptions } from './options.ts';
import type { RunOutput } from './output.ts';
import { addSandboxHint, noteParameters, type CheckedRequest } from './request.ts';

/** A run whose inputs and output were checked. */
export interface CheckedRun extends CheckedRequest, RunOutput {
  readonly values: Values;
}

/**
 * Runs a model, delivers its result, and then keeps it in the history and its run file. Failed and canceled runs are
 * kept too, but not those with invalid inputs.
 * @throws the error of a failed run, CanceledError, and what delivering the result throws
 */
export async function executeRun(
  call: Call,
  checked: CheckedRun,
  { sendToken }: Pick<RequestOptions, 'sendToken'>,
): Promise<void> {
  await withContext(call, (context) => runAndKeep(call, context, checked), { sendToken });
}

async function runAndKeep(call: Call, context: Context, given: CheckedRun): Promise<void> {
  const { output } = call;
  const { connection, signal } = context;
  const checked = { ...given, stream: given.stream && call.options.json !== true };
  const { task, target } = checked;
  let answer: AnswerPrinter | undefined;
  let afterRun: ((result: RunResult) => Promise<void>) | undefined;
  if (target.kind === 'file') {
    const { checkDrawing } = await import('../results/annotated-image.ts');
    await checkDrawing(task.result.kind, checked.values, target.path);
  }
  output.progress.note('Looking for the model');
  let ended: EndedRun = await performRun(connection, checked, {
    signal,
    isPriced: false,
    async onPrepared(prepared) {
      const { request } = prepared;
      noteParameters(call, checked, prepared);
      afterRun = await checked.prepare?.(context, request);
      const tokenNote = unsentTokenNote(connection, request.run.route, '--send-token');
      if (tokenNote !== undefined) output.note(tokenNote);
      output.progress.note('Running the model');
      answer = await printAnswer(call, request, target);
    },
    onEvent(event) {
      output.progress.show(event);
      answer?.add(event);
    },
  });
  try {
    if (ended.status !== 'done') {
      answer?.end();
      await keepPartial(call, target, ended.partial?.text ?? '');
      throw getError(ended, context, checked);
    }
    await deliverAnswer(call, context, checked, ended, answer!);
    if (output.errorTerminal.isTerminal) ended = await showSummary(call, context, ended);
    await afterRun?.(ended.result);
  } catch (thrown) {
    const error = asFailure(thrown);
    // After a failed rerun, `last` is still the run that was repeated.
    const isKept =
      error.outcome !== 'input' && (call.command !== 'rerun' || checked.keep.saveRun !== undefined);
    if (isKept) await keep(call, context, checked, ended).catch((cause) => output.note(getMessage(cause)));
    throw thrown;
  }
  await keep(call, context, checked, ended);
}

async function keep(
  call: Call,
  { connection }: Context,
  checked: CheckedRun,
  ended: EndedRun,
): Promise<void> {
  if (call.options.history === false && checked.keep.saveRun === undefined) return;
  const { recordEndedRun } = await import('../history/record-run.ts');
  await recordEndedRun(call, checked, ended, connection.token, checked.keep);
}

/** The error to report for a run that did not succeed. */
function getError(ended: Exclude<EndedRun, DoneRun>, { connection }: Context, checked: CheckedRun): Error {
  if (ended.status === 'canceled') return new CanceledError();
  const { error, request } = ended;
  if (!request) return addSandboxHint(error, connection, checked);
  const isUnsent = unsentTokenNote(connection, request.run.route, '--send-token') !== undefined;
  // The missing token is the likely reason for a refusal.
  return isUnsent && error.outcome === 'refused'
    ? Object.assign(error, { hint: unsentTokenHint(connection, request.wire.url, '--send-token') })
    : error;
}

async function deliverAnswer(
  call: Call,
  context: Context,
  { task, target }: CheckedRun,
  { result }: DoneRun,
  answer: AnswerPrinter,
): Promise<void> {
  const { output } = call;
  output.progress.clear();
  answer.complete(result);
  try {
    await deliver(call, context, task, result, target, answer.isStreamed);
  } finally {
    answer.end();
    const incomplete = incompleteNote(result, (name, value) => `Get more with -p ${name}=${value}.`);
    if (incomplete !== undefined) output.note(incomplete);
    if (answer.hasPrintedReasoning)
      output.note(`The text before ${REASONING_END} is reasoning; --no-stream separates it.`);
  }
}

/** Prints model, provider, time and cost. Returns the run with its cost. */
async function showSummary(
  { output }: Call,
  { connection, signal }: Context,
  ended: DoneRun,
): Promise<DoneRun> {
  const cost = await computeCost(connection, ended.result, signal);
  const result = { ...ended.result, cost };
  const { separator } = getSymbols(output.errorTerminal);
  output.aside(runSummary(result).join(separator));
  return { ...ended, result };
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
