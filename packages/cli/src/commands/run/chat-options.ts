import { emptyChat, isEmptyChat, type Chat, type ChatPicture, type Task } from '@tryout/engine';
import { fileFromPath } from '@tryout/engine/node';
import type { Call } from '../../context/context.ts';
import { noStandardInput, readText } from '../../inputs/read-text.ts';
import { UsageError } from '../../program/errors.ts';
import { isChatOption, PICTURE_OPTION } from './field-options.ts';
import type { RequestOptions } from './request-options.ts';

/**
 * Reads the system prompt and the pictures of a chat.
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
  const words = isChatOption(task, PICTURE_OPTION) ? [options[PICTURE_OPTION] ?? []].flat() : [];
  const pictures: ChatPicture[] = [];
  for (const word of words) pictures.push(await readPicture(String(word)));
  const chat = { ...emptyChat, system: system === undefined ? '' : await readSystem(call, system), pictures };
  return isEmptyChat(chat) ? undefined : chat;
}

/** Only `@FILE` names a file, since system prompts are rarely files. */
async function readSystem({ output: { note }, options }: Call, word: string): Promise<string> {
  const literal = options.literal === true || !word.startsWith('@');
  return (await readText(word, { takeStandardInput: noStandardInput, note, literal }, false)).text;
}

/** A file, or a URL that the provider downloads. */
async function readPicture(word: string): Promise<ChatPicture> {
  return /^https:\/\//i.test(word) ? { url: new URL(word).href } : fileFromPath(word, 'image');
}
