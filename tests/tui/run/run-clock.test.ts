import { expect, test } from 'vitest';
import { chatServer, startChat } from '../../support/chat-server.ts';
import { hasJustEnded } from '../../../packages/cli/src/tui/screens/run-head.ts';

test.each([
  ['a result that arrives just before Esc', { at: 5000, elapsed: 5000 }, 5100, true],
  ['a result shown for a while', { at: 5000, elapsed: 5000 }, 6000, false],
  ['a result that arrived immediately', { at: 5000, elapsed: 200 }, 5000, false],
])('decides whether Esc was meant to cancel: %s', (_name, end, now, expected) => {
  expect(hasJustEnded(end, now)).toBe(expected);
});

test('shows the elapsed time of a long run and stops when it ends', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await terminal.until(/Waiting for the response · 1\.0 s/);
  await server.say('So far');
  await terminal.until(/Streaming: 6 characters so far · 1\.0 s/);
  terminal.press('escape');
  await terminal.until(/Canceled · \d\.\d s/);
});
