import type { FileInput } from '../fields/index.ts';

/** A picture of a message: a file, or the https URL of one that the provider downloads. */
export type ChatPicture = FileInput | { readonly url: string };

export function pictureName(picture: ChatPicture): string {
  return 'name' in picture ? picture.name : picture.url;
}

export interface ChatPrompt {
  readonly text: string;
  readonly pictures: readonly ChatPicture[];
}

/** A message and its answer. */
export interface ChatExchange {
  readonly prompt: ChatPrompt;
  /** Without reasoning, which is never sent back. */
  readonly answer: string;
}

/** What a conversation sends with the next message. */
export interface Chat {
  /** The system prompt; empty for none. */
  readonly system: string;
  /** The oldest first. */
  readonly exchanges: readonly ChatExchange[];
  /** Pictures of the next message. */
  readonly pictures: readonly ChatPicture[];
}

export const emptyChat = { system: '', exchanges: [], pictures: [] } as const satisfies Chat;

/** Asks for the rest of an answer that was cut off. A message, since few servers extend an answer in place. */
export const CONTINUE_PROMPT = 'Continue exactly where you stopped.';

export function isEmptyChat({ system, exchanges, pictures }: Chat): boolean {
  return system === '' && exchanges.length === 0 && pictures.length === 0;
}
