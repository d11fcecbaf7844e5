import { providerFormatNote, snippetClients } from '@tryout/engine';
import { expect, test } from 'vitest';

const byAll = snippetClients
  .filter(({ id }) => id !== 'openai')
  .map(({ language, id }) => ({ language, client: id }));
const route = { kind: 'provider', provider: { provider: 'fal-ai' }, conversation: false } as const;
const noteOf = (...clients: string[]) =>
  providerFormatNote(
    route,
    byAll.filter(({ client }) => clients.includes(client)),
  );

test('plain HTTP code has a note on the format of a provider', () => {
  const note = "Plain HTTP code gets the response in fal-ai's own format, for example a queue ticket.";
  expect(providerFormatNote(route, byAll)).toBe(note);
  expect(noteOf('requests', 'huggingface_hub')).toBe(note);
  expect(noteOf('huggingface.js')).toBeUndefined();
});

test('chats and Hugging Face servers have no note', () => {
  expect(providerFormatNote({ ...route, conversation: true }, byAll)).toBeUndefined();
  for (const kind of ['hf-inference', 'chat-router', 'endpoint'] as const)
    expect(providerFormatNote({ ...route, kind, url: 'https://e.test/' }, byAll)).toBeUndefined();
});
