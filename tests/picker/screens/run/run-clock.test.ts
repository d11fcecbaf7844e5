import { test } from 'vitest';
import { chatServer, startChat } from '../../../support/chat-server.ts';

test('shows the elapsed time of a long run and stops when it ends', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await terminal.until(/Waiting for the response · 1\.0 s/);
  await server.say('So far');
  await terminal.until(/Streaming: 6 characters so far · 1\.0 s/);
  terminal.press('escape');
  await terminal.until(/Canceled · \d\.\d s/);
});
