import { continuedInputs, InputError, type Task } from '@tryout/engine';
import type { Call } from '../context/context.ts';
import { readChat } from '../commands/run/chat-options.ts';
import type { RequestOptions } from '../commands/run/request-options.ts';
import { openHistory } from './stored-runs.ts';
import { checkStoredRun } from './stored-request.ts';

/**
 * Finds the newest conversation and applies the given options.
 * @returns its request without the message, and the same for the picker
 * @throws InputError if there is none, HistoryError
 */
export async function continuedChat(call: Call, task: Task, options: RequestOptions) {
  const { stored, inputs } = await newestConversation(call, task);
  const request = await checkStoredRun(call, { stored, isTrusted: true }, options, stored.run.id);
  const { destination, parameters, billTo, flags } = request;
  const given = await readChat(call, task, options);
  const said = inputs.chat!;
  const system = options.system === undefined ? said.system : (given?.system ?? '');
  const chat = { ...said, system, pictures: given?.pictures ?? [] };
  const { model, provider, endpointUrl } = destination;
  const choices = { provider, endpointUrl, billTo, flags };
  const opened = { values: {}, drafts: {}, parameters, choices, chat };
  const run = { task: task.id, model, inputs: opened, isTrusted: true };
  return { request: { ...request, chat }, opening: { run: { run, missing: [] } } };
}

async function newestConversation({ runtime, output }: Call, task: Task) {
  const history = openHistory(runtime.environment, output.note);
  for (const { id, status } of await history.list({ task: task.id })) {
    // A damaged run does not hide older ones.
    const stored = status === 'done' ? await history.get(id).catch(() => undefined) : undefined;
    const inputs = stored && (await continuedInputs(stored));
    if (stored && inputs) return { stored, inputs };
  }
  throw new InputError('The history contains no conversation', { hint: 'Start one with tryout chat.' });
}
