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
 * @throws InputError if files are missing, or its endpoint is not confirmed
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
  if (options.endpointUrl === undefined && !isTrusted) await confirmEndpoint(call, destination.endpointUrl);
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
async function confirmEndpoint({ runtime }: Call, url: string | undefined): Promise<void> {
  if (url === undefined) return;
  const shown = visibleLine(url);
  const question = `This run comes from a file or a link and will be sent to ${new URL(url).host}:\n  ${shown}\n`;
  if (!canConfirm(runtime))
    throw new InputError(`The endpoint ${shown} from a file or a link is not confirmed`, {
      hint: `To send the run there, add --endpoint-url ${shellWord(url)}.`,
    });
  if (!(await confirm(runtime, `${question}Send it there?`))) throw new CanceledError();
}
