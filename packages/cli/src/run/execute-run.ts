import {
  asFailure,
  CanceledError,
  computeCost,
  describePartial,
  incompleteNote,
  getMessage,
  performRun,
  receivedText,
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
import { isPipeClosed } from '../system/signals.ts';
import { getSymbols } from '../terminal/terminal.ts';
import { streamWriter } from '../terminal/word-wrap.ts';
import { printAnswer, printsText, REASONING_END, type AnswerPrinter } from './answer-printer.ts';
import { deliver, type Target } from './deliver.ts';
import type { RequestOptions } from './options.ts';
import type { RunOutput } from './output.ts';
import { addSandboxHint, noteParameters, type CheckedRequest } from './request.ts';

/** A run whose inputs and output were checked. */
interface CheckedRun extends CheckedRequest, RunOutput {
  readonly values: Values;
}

/**
 * Runs a model, delivers its result, and then keeps it in the history and its run file. Failed and canceled runs are
 * kept too, but not those with invalid inputs; the history does not keep refused runs.
 * @throws the error of a failed run, CanceledError, and what delivering the result throws
 */
export async function executeRun(
  call: Call,
  checkedRun: CheckedRun,
  { sendToken }: Pick<RequestOptions, 'sendToken'>,
): Promise<void> {
  await withContext(call, (context) => runAndDeliver(call, context, checkedRun), { sendToken });
}

async function runAndDeliver(call: Call, context: Context, checkedRun: CheckedRun): Promise<void> {
  const { output } = call;
  const { connection, signal } = context;
  const setup = { ...checkedRun, stream: checkedRun.stream && call.options.json !== true };
  const { task, target } = setup;
  let answer: AnswerPrinter | undefined;
  let afterRun: ((result: RunResult) => Promise<void>) | undefined;
  if (target.kind === 'file') {
    const { checkDrawing } = await import('../results/annotated-image.ts');
    await checkDrawing(task.result.kind, setup.values, target.path);
  }
  output.progress.note('Looking for the model');
  let run: EndedRun = await performRun(connection, setup, {
    signal,
    isPriced: false,
    async onPrepared(preparedRun) {
      const { request } = preparedRun;
      noteParameters(call, setup, preparedRun);
      afterRun = await setup.prepare?.(context, request);
      const tokenNote = unsentTokenNote(connection, request.run.route, '--send-token');
      if (tokenNote !== undefined) output.note(tokenNote);
      output.progress.note('Running the model');
      answer = await printAnswer(call, request, setup);
    },
    onEvent(event) {
      output.progress.show(event);
      answer?.add(event);
    },
  });
  try {
    if (run.status !== 'done') {
      answer?.end();
      if (!isPipeClosed(signal)) await keepPartial(call, setup, run);
      throw getError(run, context, setup);
    }
    await deliverAnswer(call, context, setup, run, answer!);
    if (output.errorTerminal.isTerminal) run = await showSummary(call, context, run);
    await afterRun?.(run.result);
  } catch (exception) {
    const error = asFailure(exception);
    // After a failed rerun, `last` is still the run that was repeated.
    const isKept =
      error.outcome !== 'input' && (call.command !== 'rerun' || setup.keep.saveRun !== undefined);
    if (isKept) await keep(call, context, setup, run).catch((cause) => output.note(getMessage(cause)));
    throw exception;
  }
  await keep(call, context, setup, run);
}

async function keep(call: Call, { connection }: Context, setup: CheckedRun, run: EndedRun): Promise<void> {
  if (call.options.history === false && setup.keep.saveRun === undefined) return;
  const { recordEndedRun } = await import('../history/record-run.ts');
  await recordEndedRun(call, setup, run, connection, setup.keep);
}

function getError(run: Exclude<EndedRun, DoneRun>, { connection }: Context, setup: CheckedRun): Error {
  if (run.status === 'canceled') return new CanceledError();
  const { error, request } = run;
  if (!request) return addSandboxHint(error, connection, setup);
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
async function showSummary({ output }: Call, { connection, signal }: Context, run: DoneRun) {
  const cost = await computeCost(connection, run.result, signal);
  const result = { ...run.result, cost };
  const { separator } = getSymbols(output.errorTerminal);
  output.aside(runSummary(result).join(separator));
  return { ...run, result };
}

/** Notes where the partial answer or the invalid response is. If it cannot be saved, it is printed. */
async function keepPartial({ output, options }: Call, { task, target }: CheckedRun, run: EndedRun) {
  const partial = run.status === 'done' ? '' : (run.partial?.text ?? '');
  const error = run.status === 'failed' ? run.error : undefined;
  const isInvalid = receivedText(error) !== '';
  if (partial === '' || (isInvalid && !printsText(task, target, options) && target.kind !== 'file')) return;
  const outcome =
    target.kind === 'file' ? await saveWithFallback(nameFor(target, isInvalid), partial) : undefined;
  if (outcome?.failure) output.note(`${outcome.failure.message}.`);
  if (outcome && outcome.path === undefined) {
    const writer = streamWriter(output, output.terminal);
    writer.write(partial);
    writer.end();
  }
  const place = output.terminal.isTerminal ? 'above.' : 'on standard output.';
  output.note(
    `${describePartial(error)}; ${isInvalid ? 'it' : 'the partial answer'} is ${outcome?.path ? `in ${outcome.path}` : place}`,
  );
}

/** An invalid response is not written into a file for something else. */
function nameFor(target: Target & { readonly kind: 'file' }, isInvalid: boolean) {
  if (!isInvalid || /\.(?:json|txt)$/i.test(target.path)) return target;
  return { path: `${target.path}.json`, wantsFreeName: true };
}
