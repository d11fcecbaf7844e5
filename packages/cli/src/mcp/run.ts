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
} from '@tryout/engine';
import { checkRequest } from '../run/request.ts';
import type { Arguments, JsonObject } from './arguments.ts';
import { readInputs } from './inputs.ts';
import { MAX_TOKENS, presentResult } from './present.ts';
import type { Answer, ToolContext } from './tool-context.ts';

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
export function toTyped(parameters: JsonObject): TypedParameters {
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
