import {
  CanceledError,
  InputError,
  restoreInputs,
  shellWord,
  taskNamed,
  visibleLine,
  parseWebUrl,
  type Destination,
  type RunFile,
  type Values,
} from '@tryout/engine';
import type { Call } from '../context/context.ts';
import type { FoundRun } from './stored-runs.ts';
import { canConfirm, confirm } from '../terminal/confirm.ts';
import { checkOrganization } from '../settings.ts';
import { getModel, type CheckedRequest } from '../commands/run/request.ts';
import { getFlags, type RequestOptions } from '../commands/run/request-options.ts';

/**
 * Checks a stored run. Its request is the same as in the picker, without the defaults from `tryout config`.
 * @param typed the run as it was typed, for hints
 * @throws InputError if files are missing, or its endpoint or whom it bills is not confirmed
 */
export async function checkStoredRun(
  call: Call,
  { stored, isTrusted }: FoundRun,
  options: RequestOptions,
  typed: string,
): Promise<CheckedRequest & { readonly values: Values }> {
  const { inputs, missing } = await restoreInputs(stored);
  if (missing.length > 0)
    throw new InputError(`Missing files: ${missing.map(visibleLine).join(', ')}`, {
      hint: `Choose them in the picker: tryout open ${shellWord(typed)}`,
    });
  const task = taskNamed(stored.run.task);
  const { values, choices, chat } = inputs;
  const parameters = { ...inputs.parameters, ...options.param };
  const billTo = options.billTo ?? choices.billTo;
  if (options.billTo !== undefined) checkOrganization(options.billTo);
  const destination = await getDestination(call, stored.run, options);
  const { endpointUrl } = destination;
  if (endpointUrl !== undefined && options.endpointUrl === undefined && !isTrusted) {
    const shown = visibleLine(endpointUrl);
    const token = options.sendToken ? ' with your token' : '';
    const question = `will be sent to ${new URL(endpointUrl).host}${token}:\n  ${shown}\nSend it there?`;
    const hint = `To send the run there, add --endpoint-url ${shellWord(endpointUrl)}.`;
    await confirmChoice(call, `endpoint ${shown}`, question, hint);
  }
  if (billTo !== undefined && options.billTo === undefined && !isTrusted) {
    const question = `will be billed to ${billTo}.\nBill ${billTo}?`;
    await confirmChoice(call, `organization to bill, ${billTo},`, question, `Add --bill-to ${billTo}.`);
  }
  const stream = options.stream && choices.stream !== false;
  const flags = [...new Set([...(choices.flags ?? []), ...getFlags(options)])];
  const request = { task, destination, parameters, stream, billTo, flags, values };
  return { ...request, chat: task.conversation && chat, reportsUsage: true };
}

/** The endpoint of the run applies only to its own model. */
async function getDestination(
  call: Call,
  { model, provider, endpointUrl }: RunFile,
  options: RequestOptions,
): Promise<Destination> {
  if (options.endpointUrl !== undefined) parseWebUrl(options.endpointUrl);
  if (options.model !== undefined) {
    const given = { provider: options.provider, endpointUrl: options.endpointUrl };
    return { ...given, model: await getModel(call, options) };
  }
  const endpoint = options.endpointUrl ?? endpointUrl;
  if (endpoint !== undefined) return { endpointUrl: endpoint, provider: options.provider };
  return { model, provider: options.provider ?? provider };
}

/** @throws InputError without a terminal, CanceledError if the answer is no */
async function confirmChoice(
  { runtime }: Call,
  choice: string,
  question: string,
  hint: string,
): Promise<void> {
  if (!canConfirm(runtime))
    throw new InputError(`The ${choice} from a file or a link is not confirmed`, { hint });
  if (!(await confirm(runtime, `This run comes from a file or a link and ${question}`)))
    throw new CanceledError();
}
