import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  type Task,
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
import { UsageError } from '../context/errors.ts';
import { filledValue } from '../context/options.ts';
import { checkTarget, saveWithFallback } from '../deliver/save-file.ts';
import type { RecordOptions } from '../history/record-run.ts';
import { chooseTarget, type PrepareAfterRun, type Target, deliver } from '../deliver/deliver.ts';
import { addCodeOptions, type CodeOptions, type RequestOptions } from '../read-argv/options.ts';
import { withContext } from '../context/with-context.ts';
import { isPipeClosed } from '../system/signals.ts';
import { getSymbols } from '../screen/terminal.ts';
import { streamWriter } from '../screen/word-wrap.ts';
import { printAnswer, printsText, REASONING_END, type AnswerPrinter } from '../deliver/print-answer.ts';
import { addSandboxHint, noteParameters, type CheckedRequest } from '../read-argv/request.ts';

/** Where the result of a run goes. */
export interface OutputOptions extends CodeOptions, RecordOptions {
  readonly output?: string;
  readonly snippet?: boolean;
}

/** What happens with the result of a run, checked before it is sent. */
interface RunOutput {
  readonly target: Target;
  readonly prepare?: PrepareAfterRun | undefined;
  readonly keep: RecordOptions;
}

/** Adds the options of commands that run a model once and print its result. */
export function addOutputOptions(command: Command): void {
  const output = 'save the result to a file; - for standard output';
  command.option('-o, --output <file>', output, filledValue);
  addRecordOptions(command);
  addSnippetOptions(command, 'the run');
}

/** Adds the options for the code. @param of what it is the code of */
export function addSnippetOptions(command: Command, of: string): void {
  command
    .optionsGroup('Code:')
    .option('--snippet', `print the code of ${of} after its result; implied by the options below`);
  addCodeOptions(command);
}

/** Adds the options for the run file. */
export function addRecordOptions(command: Command): void {
  const saveRun = 'save inputs and result to a run file, for tryout rerun and open';
  command.option('--save-run <file>', saveRun, filledValue).option('--force', 'replace existing files');
}

/**
 * Checks where the result, the code and the run file go, before the request is sent.
 * @throws InputError
 */
export async function checkOutput(call: Call, task: Task, options: OutputOptions): Promise<RunOutput> {
  const target = await chooseTarget(call, task, options);
  const keep = await checkRecordOptions(options);
  if (target.kind === 'file' && keep.saveRun !== undefined && resolve(target.path) === resolve(keep.saveRun))
    throw new UsageError('--output and --save-run are the same file', { hint: 'Use two names.' });
  if (!options.snippet) return { target, keep };
  const { codeAfterRun } = await import('./request-code.ts');
  return { target, prepare: await codeAfterRun(call, target, options), keep };
}

/** @throws InputError if the run file cannot be written */
export async function checkRecordOptions({ saveRun, force = false }: RecordOptions): Promise<RecordOptions> {
  if (saveRun === '-')
    throw new UsageError('--save-run cannot write to standard output', {
      hint: 'Pass a file name, or use tryout history export after the run.',
    });
  if (saveRun !== undefined) await checkTarget(saveRun, force);
  return { saveRun, force };
}

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
    const { checkDrawing } = await import('../deliver/annotated-image.ts');
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
