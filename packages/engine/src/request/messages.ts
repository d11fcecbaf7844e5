import { fileIn, isFileInput, type JsonTemplate } from '../fields/index.ts';
import type { Chat, ChatPicture, ChatPrompt } from '../tasks/index.ts';

/** The messages of a chat completion that ends with text. */
export function messagesOf(text: string, { system, exchanges, pictures }: Chat): JsonTemplate[] {
  return [
    ...(system === '' ? [] : [{ role: 'system', content: system }]),
    ...exchanges.flatMap(({ prompt, answer }) => [
      { role: 'user', content: contentOf(prompt) },
      { role: 'assistant', content: answer },
    ]),
    { role: 'user', content: contentOf({ text, pictures }) },
  ];
}

function contentOf({ text, pictures }: ChatPrompt): JsonTemplate {
  if (pictures.length === 0) return text;
  return [{ type: 'text', text }, ...pictures.map(partOf)];
}

function partOf(picture: ChatPicture): JsonTemplate {
  const url = isFileInput(picture) ? fileIn(picture, 'data-url') : picture.url;
  return { type: 'image_url', image_url: { url } };
}
