import {
  CanceledError,
  computeAgreement,
  createComparison,
  describeFailure,
  emptyChat,
  getTokensPerSecond,
  InputError,
  redact,
  refuseAccessTokens,
  taskNamed,
  type ComparedRun,
} from '@tryout/engine';
import { checkRequest } from '../run/request.ts';
import { createMaskDecoder } from '../results/annotated-image.ts';
import type { Arguments } from './arguments.ts';
import { readInputs } from './inputs.ts';
import { MAX_TOKENS, presentResult, receivedExcerpt, type Presentation } from './present.ts';
import { requireModel, toTyped } from './run.ts';
import type { Answer, ToolContext } from './tool-context.ts';
import { defaultProvider } from '../context/settings.ts';

/** Rows of the agreement. */
const MAX_ROWS = 20;
/** Tokens of the agreement, and of the facts of each result. */
const AGREEMENT_TOKENS = 1500;

/** Runs several models on the same inputs; each may fail alone. */
export async function compareTool(
  { task: name, models, inputs, parameters = {} }: Arguments,
  context: ToolContext,
): Promise<Answer> {
  const { call, connection, signal, budget, onEvent } = context;
  const task = taskNamed(name);
  const ids = models.map((model) => requireModel(connection, model));
  const repeated = ids.find((id, index) => ids.indexOf(id) < index);
  if (repeated !== undefined)
    throw new InputError(`models contains ${repeated} twice`, { hint: 'Name each model once.' });
  const options = { param: toTyped(parameters), stream: true };
  const { destination, billTo, flags } = await checkRequest(call, task, options, name);
  const { values, chat = emptyChat } = await readInputs(task, inputs, ids[0], context);
  const comparison = createComparison({
    connection,
    task,
    inputs: {
      values,
      drafts: {},
      parameters: options.param,
      choices: { billTo, flags },
      chat: { ...chat, exchanges: [], drafts: undefined },
    },
    candidates: ids.map((model) => ({ model, provider: defaultProvider(model, destination.provider) })),
    onPrepared({ request, parameterNotes }) {
      for (const note of parameterNotes) if (!context.notes.includes(note)) context.notes.push(note);
      refuseAccessTokens(request.wire, connection.token);
    },
    onEvent,
    budget,
  });
  comparison.onRunEnd(({ setup, run }) => context.record(setup, run));
  signal.addEventListener('abort', () => comparison.cancel(), { once: true });
  if (signal.aborted) throw new CanceledError();
  await comparison.run();
  if (signal.aborted) throw new CanceledError();
  const { runs } = comparison.getSnapshot();
  const views = runs.map(({ run }) => (run.status === 'done' ? run.result.view : undefined));
  const agreement = await computeAgreement(views, { decodeMask: createMaskDecoder(), signal });
  const share = (MAX_TOKENS - AGREEMENT_TOKENS) / runs.length;
  const presentations: (Presentation | undefined)[] = [];
  for (const { run } of runs)
    presentations.push(run.status === 'done' ? await presentResult(run, share, context) : undefined);
  return {
    text: JSON.stringify({
      agreement: agreement ? { ...agreement, rows: agreement.rows.slice(0, MAX_ROWS) } : null,
      ...(context.notes.length > 0 && { notes: context.notes }),
      results: runs.map((compared, index) =>
        describeResult(compared, presentations[index], connection.token),
      ),
    }),
    isError: runs.every(({ run }) => run.status !== 'done'),
    images: presentations.flatMap((presentation) => presentation?.image ?? []),
  };
}

function describeResult(
  { candidate: { model }, run, firstTokenSeconds }: ComparedRun,
  presentation: Presentation | undefined,
  token: string | undefined,
): object {
  if (run.status !== 'done' || !presentation) {
    const failure = run.status === 'failed' ? run.error : new CanceledError();
    const error = { ...describeFailure(failure), received: receivedExcerpt(failure) };
    return { model, error: JSON.parse(redact(JSON.stringify(error), token)) as object };
  }
  const { text, isCut, notes, facts } = presentation;
  return {
    ...facts,
    model,
    ...(firstTokenSeconds !== undefined && { firstTokenSeconds }),
    tokensPerSecond: getTokensPerSecond(run.result),
    value: isCut ? text : (JSON.parse(text) as unknown),
    ...(notes.length > 0 && { notes }),
  };
}
