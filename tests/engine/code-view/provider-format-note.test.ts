import { providerFormatNote, snippetClients } from '@tryout/engine';
import { expect, test } from 'vitest';

const byAll = snippetClients
  .filter(({ id }) => id !== 'openai')
  .map(({ language, id }) => ({ language, client: id }));
const request = { server: 'fal-ai', conversation: false };
const noteOf = (...clients: string[]) =>
  providerFormatNote(
    request,
    byAll.filter(({ client }) => clients.includes(client)),
  );

test('plain HTTP code has a note on the format of a provider', () => {
  const note = "Plain HTTP code gets the response in fal-ai's own format, for example a queue ticket.";
  expect(providerFormatNote(request, byAll)).toBe(note);
  expect(noteOf('requests', 'huggingface_hub')).toBe(note);
  expect(noteOf('huggingface.js')).toBeUndefined();
});

test('chats and Hugging Face servers have no note', () => {
  expect(providerFormatNote({ ...request, conversation: true }, byAll)).toBeUndefined();
  for (const server of ['hf-inference', 'auto', 'endpoint'])
    expect(providerFormatNote({ ...request, server }, byAll)).toBeUndefined();
});
