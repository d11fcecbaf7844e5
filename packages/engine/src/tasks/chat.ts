import type { FileInput, MediaKind } from '../fields/index.ts';

/** An image, sound or video of a message: a file, or the https URL of one that the provider downloads. */
export type ChatImage = FileInput | { readonly url: string };

/** Whether a place supports conversations, and what their messages may have besides text. */
export type ChatSupport = 'none' | 'text' | 'images' | 'audio' | 'video' | 'any';

const attachments: Readonly<Record<ChatSupport, readonly MediaKind[]>> = {
  none: [],
  text: [],
  images: ['image'],
  audio: ['audio'],
  video: ['image', 'video'],
  any: ['image', 'video', 'audio'],
};

/** The kinds of files that messages may have. */
export function getAttachmentKinds(support: ChatSupport = 'none'): readonly MediaKind[] {
  return attachments[support];
}

/** What a file or URL of a message contains; URLs are images unless they end like a video. */
export function getAttachmentKind(attachment: ChatImage): MediaKind {
  if ('url' in attachment && !('open' in attachment))
    return /\.(?:mp4|m4v|webm|mov|mkv)$/i.test(new URL(attachment.url).pathname) ? 'video' : 'image';
  const [kind] = (attachment as FileInput).contentType.split('/');
  return kind === 'audio' || kind === 'video' ? kind : 'image';
}

export function imageName(image: ChatImage): string {
  return 'name' in image ? image.name : image.url;
}

export interface ChatPrompt {
  readonly text: string;
  readonly images: readonly ChatImage[];
}

/** The versions of a conversation from a message on: each has its own message or answer, and what follows. */
export interface Drafts<Turn> {
  /** The place of the current version among all. */
  readonly at: number;
  readonly others: readonly (readonly Turn[])[];
}

/** A message and its answer. */
export interface ChatExchange {
  readonly prompt: ChatPrompt;
  /** Without reasoning, which is never sent back. */
  readonly answer: string;
  /** If the message was edited or answered again. */
  readonly drafts?: Drafts<ChatExchange> | undefined;
}

/** What a conversation sends with the next message. */
export interface Chat {
  /** Identifies a conversation in the history; the same for all its runs. */
  readonly id?: string | undefined;
  /** The system prompt; empty for none. */
  readonly system: string;
  /** The oldest first. */
  readonly exchanges: readonly ChatExchange[];
  /** Images of the next message. */
  readonly images: readonly ChatImage[];
  /** Of the next message, in a run that is recorded. */
  readonly drafts?: Drafts<ChatExchange> | undefined;
}

export const emptyChat = { system: '', exchanges: [], images: [] } as const satisfies Chat;

/** Asks for the rest of an answer that was cut off. A message, since few servers extend an answer in place. */
export const CONTINUE_PROMPT = 'Continue exactly where you stopped.';

export function isEmptyChat({ system, exchanges, images }: Chat): boolean {
  return system === '' && exchanges.length === 0 && images.length === 0;
}
