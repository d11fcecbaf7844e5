import {
  CanceledError,
  findOwnModelId,
  InputError,
  modelPath,
  parameterRefusal,
  performRun,
  plainModelId,
  refuseAccessTokens,
  taskNamed,
  visibleLine,
  type Connection,
  type JsonValue,
  type TypedParameters,
  computeAgreement,
  createComparison,
  describeFailure,
  emptyChat,
  getTokensPerSecond,
  redact,
  type ComparedRun,
} from '@tryout/engine';
import { checkRequest } from '../read-argv/request.ts';
import type { Arguments, JsonObject, Answer, ToolContext } from './call.ts';
import { readInputs } from './inputs.ts';
import { MAX_TOKENS, presentResult, receivedExcerpt, type Presentation } from './present.ts';
import { createMaskDecoder } from '../deliver/annotated-image.ts';
import { defaultProvider } from '../context/settings.ts';

/** Runs a model once, records the run, and presents its result. */
export async function runTool(
  { task: name, model, provider, inputs, parameters = {} }: Arguments,
  context: ToolContext,
): Promise<Answer> {
  const { call, connection, signal, budget, onEvent } = context;
  const task = taskNamed(name);
  const options = {
    model: model === undefined ? undefined : requireModel(connection, model),
    provider,
    param: toTyped(parameters),
    stream: false,
  };
  const { values, chat } = await readInputs(task, inputs, options.model, context);
  const defaultFor = chat?.images.length ? task.conversation!.imageTask : name;
  const setup = { ...(await checkRequest(call, task, options, defaultFor)), values, chat };
  const run = await performRun(connection, setup, {
    signal,
    onEvent,
    budget,
    onPrepared({ request, parameterNotes }) {
      context.notes.push(...parameterNotes);
      refuseAccessTokens(request.wire, connection.token);
    },
  });
  context.record(setup, run);
  if (run.status === 'canceled') throw new CanceledError();
  if (run.status === 'failed') throw run.error;
  const { text, notes, image, facts } = await presentResult(run, MAX_TOKENS, context);
  return { text: [text, ...context.notes, ...notes].join('\n'), images: image ? [image] : [], facts };
}

/** A model ID, also from the URL of its page; never an endpoint. @throws InputError */
export function requireModel({ hubUrl }: Connection, model: string): string {
  const id = findOwnModelId(hubUrl, model);
  if (/^https?:/i.test(id))
    throw new InputError(`'${visibleLine(model)}' is not a model page on ${new URL(hubUrl).host}`, {
      hint: 'Use a model ID such as organization/name. find_models lists them.',
    });
  modelPath(plainModelId(id));
  return id;
}

/** @throws InputError for names and values that are never sent */
function toTyped(parameters: JsonObject): TypedParameters {
  const entries = Object.entries(parameters).filter(([, value]) => value !== null);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value satisfies JsonValue);
      const refusal = parameterRefusal(name, text);
      if (refusal) throw refusal;
      return [name, text];
    }),
  );
}

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
  const { place, ...request } = await checkRequest(call, task, options, name);
  const { values, chat = emptyChat } = await readInputs(task, inputs, ids[0], context);
  const comparison = createComparison({
    connection,
    spec: { ...request, place: {}, values, chat: { ...chat, exchanges: [], drafts: undefined } },
    candidates: ids.map((model) => ({ model, provider: defaultProvider(model, place.provider) })),
    onPrepared({ request, parameterNotes }) {
      for (const note of parameterNotes) if (!context.notes.includes(note)) context.notes.push(note);
      refuseAccessTokens(request.wire, connection.token);
    },
    onEvent,
    budget,
  });
  comparison.onRunEnd(({ spec, run }) => context.record(spec, run));
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
  { candidate: { model }, run }: ComparedRun,
  presentation: Presentation | undefined,
  token: string | undefined,
): object {
  if (run.status !== 'done' || !presentation) {
    const failure = run.status === 'failed' ? run.error : new CanceledError();
    const error = { ...describeFailure(failure), received: receivedExcerpt(failure) };
    return { model, error: JSON.parse(redact(JSON.stringify(error), token)) as object };
  }
  const { text, isCut, notes, facts } = presentation;
  const { firstTokenSeconds } = run.result;
  return {
    ...facts,
    model,
    ...(firstTokenSeconds !== undefined && { firstTokenSeconds }),
    tokensPerSecond: getTokensPerSecond(run.result),
    value: isCut ? text : (JSON.parse(text) as unknown),
    ...(notes.length > 0 && { notes }),
  };
}
