import {
  getServerName,
  parseWebUrl,
  usesHubFormat,
  emptyChat,
  getAttachmentKind,
  InputError,
  isEmptyChat,
  type Chat,
  type Connection,
  type Failure,
  type PreparedRun,
  type RunSpec,
  type Task,
  type TypedParameters,
  type ChatImage,
  type MediaKind,
} from '@tryout/engine';
import { fileFromPath } from '@tryout/engine/node';
import type { Call } from '../context/context.ts';
import { sandboxHint } from '../context/with-context.ts';
import { UsageError } from '../context/errors.ts';
import { checkOrganization, defaultProvider, readUserSettings } from '../context/settings.ts';
import { getModel } from './models.ts';
import { readText, standardInputError } from './read-field.ts';
import { CHAT_OPTIONS, getFlags, isChatOption, type RequestOptions } from './options.ts';

/** A request without inputs, validated offline. */
export interface CheckedRequest extends Omit<RunSpec, 'values'> {
  readonly parameters: TypedParameters;
  readonly stream: boolean;
}

/**
 * Checks the options of a request and adds the defaults from `tryout config`.
 * @throws InputError
 */
export async function checkRequest(
  call: Call,
  task: Task,
  options: RequestOptions,
  taskName: string = task.id,
): Promise<CheckedRequest> {
  const { provider, endpointUrl, param: parameters = {}, billTo, stream } = options;
  const model = await getModel(call, options);
  const flags = getFlags(options);
  const schema =
    options.schema === undefined ? undefined : await (await import('./prompt.ts')).readSchema(options.schema);
  if (endpointUrl !== undefined) parseWebUrl(endpointUrl);
  if (billTo !== undefined) checkOrganization(billTo);
  const chat = await readChat(call, task, options);
  const { imageTask, mediaTasks } = task.conversation ?? {};
  const [attachment] = chat?.images ?? [];
  const kind = attachment && getAttachmentKind(attachment);
  const takesImages = taskName === imageTask || kind !== undefined;
  const defaultFor = !takesImages
    ? taskName
    : kind === 'audio' || kind === 'video'
      ? mediaTasks?.[kind]
      : imageTask;
  const isChat = call.command === 'chat' || options.prompt !== undefined || schema !== undefined;
  const place = { model, provider, endpointUrl, defaultFor, isChat };
  // Settings apply only to models on the hub.
  if (endpointUrl !== undefined || call.options.sandbox)
    return { task, parameters, stream, flags, place, billTo, chat, schema };
  const settings = await readUserSettings(call.runtime.environment);
  if (!takesImages) place.model ??= settings[`model.${task.id}`];
  place.provider ??= defaultProvider(place.model, settings['provider']);
  return {
    task,
    parameters,
    stream,
    flags,
    place,
    billTo: billTo ?? settings['bill-to'],
    chat,
    schema,
  };
}

/** Adds a hint to an error about a model of the sandbox on another hub. */
export function addSandboxHint(error: Failure, { hubUrl }: Connection, setup: CheckedRequest): Failure {
  const hint = sandboxHint(error, hubUrl, setup.place.model);
  return hint === undefined ? error : Object.assign(error, { hint });
}

/** Notes unknown and renamed parameters, and options that the server does not receive. */
export function noteParameters(
  { command, output }: Call,
  { task, flags = [] }: CheckedRequest,
  { request, parameterNotes }: PreparedRun,
): void {
  const { route } = request.run;
  const options = usesHubFormat(route) ? [] : flags.map((flag) => `--${flag}`);
  if (options.length > 0)
    output.note(
      `${getServerName(route)} does not receive ${options.join(' and ')}; only the Hub's own inference and custom endpoints do.`,
    );
  if (parameterNotes.length === 0) return;
  const help = `See tryout ${command === 'snippet' ? command : 'run'} ${task.id} --help.`;
  output.note([...parameterNotes, help].join(' '));
}

/**
 * Reads the system prompt and the media of a chat.
 * @returns undefined if there are none
 * @throws UsageError for tasks without conversations, InputError for unreadable files
 */
export async function readChat(
  call: Call,
  task: Task,
  { system, ...options }: RequestOptions,
): Promise<Chat | undefined> {
  if (system !== undefined && !task.conversation)
    throw new UsageError(`${task.id} does not take a system prompt`, {
      hint: 'Use it with text-generation or chat.',
    });
  const images: ChatImage[] = [];
  for (const kind of CHAT_OPTIONS.filter((option) => isChatOption(task, option)))
    for (const word of [options[kind] ?? []].flat()) images.push(await readAttachment(String(word), kind));
  const chat = { ...emptyChat, system: system === undefined ? '' : await readTemplate(call, system), images };
  return isEmptyChat(chat) ? undefined : chat;
}

/** A text, or `@FILE`: system prompts and templates are rarely files. */
export async function readTemplate({ output: { note }, options }: Call, word: string): Promise<string> {
  const literal = options.literal === true || !word.startsWith('@');
  const takeStandardInput = (): never => {
    throw standardInputError('for system prompts and templates', 'Use @FILE.');
  };
  return (await readText(word, { takeStandardInput, note, literal }, false)).text;
}

/** A file, or a URL that the provider downloads. */
async function readAttachment(word: string, kind: MediaKind): Promise<ChatImage> {
  const attachment = /^https:\/\//i.test(word) ? { url: new URL(word).href } : undefined;
  if (!attachment) return fileFromPath(word, kind);
  if (getAttachmentKind(attachment) === kind) return attachment;
  const reason =
    kind === 'audio' ? 'Audio must be a file' : 'The URL does not end like a video, such as in .mp4';
  throw new InputError(reason, { hint: 'Download the file, then use its path.' });
}
