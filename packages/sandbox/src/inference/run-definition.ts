import { setImmediate } from 'node:timers/promises';
import { ModelInputError, type ModelDefinition, type TaskId } from '../define-model.ts';
import { HttpError } from '../server/http-error.ts';
import type { Payload } from './payload.ts';
import { checkBatch } from './size-limits.ts';
import { readTaskInputs } from './task-inputs.ts';
import { answerTooLong } from './answer-too-long.ts';
import { writeAnswer, type WireAnswer } from './wire-answers.ts';

/** Tasks that also take a list of texts. Their answers to a list are joined where each is a list of one, else nested. */
const batches: Readonly<Partial<Record<TaskId, 'joined' | 'nested'>>> = {
  'feature-extraction': 'nested',
  'fill-mask': 'nested',
  summarization: 'joined',
  'text-classification': 'joined',
  'text-generation': 'joined',
  'token-classification': 'nested',
  translation: 'joined',
  'zero-shot-classification': 'joined',
};

async function runOnce(model: ModelDefinition, payload: Payload, signal: AbortSignal): Promise<WireAnswer> {
  const inputs = await readTaskInputs(model.task, payload);
  const answer = await model.answer(inputs, payload.parameters, signal);
  return writeAnswer(model.task, answer, payload.parameters);
}

async function runBatch(
  model: ModelDefinition,
  payload: Payload,
  inputs: readonly unknown[],
  kind: 'joined' | 'nested',
  signal: AbortSignal,
): Promise<WireAnswer> {
  checkBatch(inputs);
  const answers: unknown[] = [];
  for (const entry of inputs) {
    // Other requests get their turn, and a client that has gone is noticed.
    await setImmediate();
    signal.throwIfAborted();
    const answer = await runOnce(model, { ...payload, inputs: entry }, signal);
    answers.push('json' in answer ? answer.json : undefined);
  }
  return { json: kind === 'joined' ? answers.flat() : answers };
}

/**
 * Runs a model on a payload.
 * @throws HttpError 400 for inputs that the model cannot work on, or whose answer no text can hold.
 */
export async function runDefinition(
  model: ModelDefinition,
  payload: Payload,
  signal: AbortSignal,
): Promise<WireAnswer> {
  const kind = batches[model.task];
  try {
    return kind !== undefined && Array.isArray(payload.inputs)
      ? await runBatch(model, payload, payload.inputs, kind, signal)
      : await runOnce(model, payload, signal);
  } catch (error) {
    if (error instanceof ModelInputError) throw new HttpError(400, error.message);
    throw answerTooLong(error) ?? error;
  }
}
