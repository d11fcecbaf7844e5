import {
  CanceledError,
  getUnconfirmed,
  InputError,
  restoreConversation,
  restoreInputs,
  shellWord,
  taskNamed,
  toInputs,
  visibleLine,
  parseWebUrl,
  type Place,
  type RunFile,
  type Values,
  type Task,
} from '@tryout/engine';
import type { Call } from '../context/context.ts';
import { checkOrganization } from '../context/settings.ts';
import { openHistory, recordedRuns, withStoredHub, type RunSource } from '../history/stored-runs.ts';
import { canConfirm, confirm } from '../system/confirm.ts';
import { readChat, type CheckedRequest } from '../read-argv/request.ts';
import { getFlags, type RequestOptions } from '../read-argv/options.ts';
import { getModel } from '../read-argv/models.ts';

/**
 * Checks a stored run. Its request is the same as in the picker, without the defaults from `tryout config`.
 * @param reference the run as it was typed, for hints
 * @throws InputError if files are missing, or its endpoint or billing is not confirmed
 */
export async function checkStoredRun(
  call: Call,
  { storedRun, isTrusted }: RunSource,
  options: RequestOptions,
  reference: string,
): Promise<CheckedRequest & { readonly values: Values }> {
  const { inputs, missing } = await restoreInputs(storedRun);
  if (missing.length > 0)
    throw new InputError(`Missing files: ${missing.map(visibleLine).join(', ')}`, {
      hint: `Choose them in the picker: tryout open ${shellWord(reference)}`,
    });
  const task = taskNamed(storedRun.run.task);
  const { values, choices, chat } = inputs;
  const parameters = { ...inputs.parameters, ...options.param };
  const billTo = options.billTo ?? choices.billTo;
  if (options.billTo !== undefined) checkOrganization(options.billTo);
  const place = await getPlace(call, storedRun.run, options);
  const { endpointUrl } = place;
  const chosen = { endpointUrl, billTo };
  const typed = [options.endpointUrl, options.billTo];
  const ofStranger = isTrusted ? [] : [endpointUrl, billTo];
  const unconfirmed = ofStranger.flatMap((each) => (each === undefined || typed.includes(each) ? [] : each));
  for (const name of getUnconfirmed({ choices: chosen, unconfirmed }))
    await confirmChoice(call, name, chosen[name]!, options);
  const stream = options.stream && choices.stream !== false;
  const flags = [...new Set([...(choices.flags ?? []), ...getFlags(options)])];
  const schema =
    options.schema === undefined
      ? choices.schema
      : await (await import('../read-argv/prompt.ts')).readSchema(options.schema);
  const request = { task, place, parameters, stream, billTo, flags, schema, values };
  return { ...request, chat: task.conversation && chat, reportsUsage: true };
}

/** The endpoint of the run applies only to its own model. */
async function getPlace(
  call: Call,
  { model, provider, endpointUrl }: RunFile,
  options: RequestOptions,
): Promise<Place> {
  if (options.endpointUrl !== undefined) parseWebUrl(options.endpointUrl);
  if (options.model !== undefined) {
    const { provider, endpointUrl } = options;
    return { model: await getModel(call, options), provider, endpointUrl };
  }
  const endpoint = options.endpointUrl ?? endpointUrl;
  if (endpoint !== undefined) return { endpointUrl: endpoint, provider: options.provider };
  return { model, provider: options.provider ?? provider };
}

/** @throws InputError without a terminal, CanceledError if the answer is no */
async function confirmChoice(
  { runtime }: Call,
  name: 'endpointUrl' | 'billTo',
  value: string,
  { sendToken }: RequestOptions,
): Promise<void> {
  const address = visibleLine(value);
  const token = sendToken ? ' with your token' : '';
  const [choice, question, hint] =
    name === 'endpointUrl'
      ? [
          `endpoint ${address}`,
          `will be sent to ${new URL(value).host}${token}:\n  ${address}\nSend it there?`,
          `To send the run there, add --endpoint-url ${shellWord(value)}.`,
        ]
      : [
          `organization to bill, ${value},`,
          `will be billed to ${value}.\nBill ${value}?`,
          `Add --bill-to ${value}.`,
        ];
  if (!canConfirm(runtime))
    throw new InputError(`The ${choice} from a file or a link is not confirmed`, { hint });
  if (!(await confirm(runtime, `This run comes from a file or a link and ${question}`)))
    throw new CanceledError();
}

/**
 * Finds a conversation and applies the given options.
 * @param reference its ID in the history, or the beginning of it; empty for the newest conversation
 * @returns its request without the message, the same for the picker, and the call on its hub
 * @throws InputError if there is none, HistoryError
 */
export async function continuedChat(
  parsedCall: Call,
  task: Task,
  options: RequestOptions,
  reference: string,
) {
  const { storedRun, conversation } =
    reference === ''
      ? await newestConversation(parsedCall, task)
      : await findConversation(parsedCall, task, reference);
  const source = { storedRun, isTrusted: true };
  const call = options.endpointUrl === undefined ? withStoredHub(parsedCall, source) : parsedCall;
  const request = await checkStoredRun(call, source, options, storedRun.run.id);
  const { system = '', images = [] } = (await readChat(call, task, options)) ?? {};
  const chat = {
    ...conversation,
    system: options.system === undefined ? conversation.system : system,
    images,
  };
  const chatInputs = toInputs({ ...request, stream: undefined, values: {}, chat });
  const run = { task: task.id, model: request.place.model, inputs: chatInputs, isTrusted: true };
  const opening = { run: { run, missing: [] }, options: call.options };
  return { call, request: { ...request, chat }, opening };
}

async function findConversation({ runtime, output }: Call, { id: task }: Task, reference: string) {
  const storedRun = (await recordedRuns(runtime.environment, reference, output.note))[0]!;
  const conversation = await restoreConversation(storedRun);
  if (conversation) return { storedRun, conversation };
  throw new InputError(`Run ${storedRun.run.id} is not a conversation with an answer`, {
    hint: `List conversations with tryout history --task ${task}.`,
  });
}

async function newestConversation({ runtime, output }: Call, task: Task) {
  const history = openHistory(runtime.environment, output.note);
  for (const { id, status } of await history.list({ task: task.id })) {
    // A damaged run does not hide older ones.
    const storedRun = status === 'done' ? await history.get(id).catch(() => undefined) : undefined;
    const conversation = storedRun && (await restoreConversation(storedRun));
    if (storedRun && conversation) return { storedRun, conversation };
  }
  throw new InputError('The history contains no conversation', { hint: 'Start one with tryout chat.' });
}
