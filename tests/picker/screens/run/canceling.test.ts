import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chatServer, startChat } from '../../../support/chat-server.ts';
import { temporaryFolder } from '../../../support/cli.ts';
import { sendJson, serve } from '../../../support/loopback.ts';
import { chooseEndpoint, copiedText, unreachableHub, openPicker } from '../../../support/open-picker.ts';

test('Esc aborts the request and keeps the partial answer; r runs it again, a second Esc returns to the inputs', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.say('So far');
  await terminal.until(/^So far$/m);
  const { left } = await server.first();
  terminal.press('escape');
  expect(await left).toBe(true);
  await terminal.until(/Canceled[^]*So far\nThe answer is incomplete/);
  await terminal.pressUntil('r', () => server.received.length === 2);
  expect(await terminal.until(/Waiting|Streaming/)).not.toContain('So far');
  await terminal.pressUntil('escape', /Canceled/);
  await terminal.pressUntil('escape', /Say something\.[^]*Enter send/);
});

test.each([
  ['canceled', /Canceled/],
  ['failed', /The run failed/],
])('C17: copies and saves the partial answer of a %s run', async (how, ended) => {
  const folder = temporaryFolder();
  const server = await chatServer();
  const terminal = await startChat(server, { folder, environment: { PATH: '/nowhere' } });
  await server.say('The beginning of');
  await terminal.until(/^The beginning of$/m);
  if (how === 'canceled') terminal.press('escape');
  else await server.cut();
  await terminal.until(ended);
  await terminal.until(/s save {2}c copy/);
  terminal.press('c');
  expect(await copiedText(terminal)).toBe('The beginning of');
  await terminal.pressUntil('s', /Save as: tryout-text-generation-\S+\.txt/);
  terminal.press('ctrl+u');
  await terminal.typeUntil('part.txt', /Save as: part\.txt/);
  await terminal.pressUntil('enter', /Saved to part\.txt/);
  expect(readFileSync(join(folder, 'part.txt'), 'utf8')).toBe('The beginning of\n');
});

test('C17: offers nothing to copy or save without an answer', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await terminal.until(/Waiting for the response/);
  const screen = await terminal.pressUntil('escape', /Canceled[^]*r again/);
  expect(screen).not.toMatch(/s save|c copy/);
});

test('shows the elapsed time of a long run and stops when it ends', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await terminal.until(/Waiting for the response · 1\.0 s/);
  await server.say('So far');
  await terminal.until(/Streaming: 6 characters so far · 1\.0 s/);
  await terminal.pressUntil('escape', /Canceled · \d\.\d s/);
});

test('waits for a model to load and shows the estimate', async () => {
  let answer: () => void = () => undefined;
  const server = await serve((received, response) => {
    if (server.received[0] === received)
      return sendJson(response, { error: 'Model is currently loading', estimated_time: 20 }, 503);
    answer = () => sendJson(response, [{ label: 'GOOD', score: 0.75 }]);
  });
  const terminal = openPicker(unreachableHub, ['text-classification', 'org/model', 'A text.']);
  await terminal.until(/A text\./);
  await chooseEndpoint(terminal, server.url);
  await terminal.pressUntil('ctrl+r', /Waiting for the model to load \(about 20 s\)/);
  await terminal.until(() => server.received.length === 2);
  answer();
  await terminal.until(/GOOD .*75\.0%/);
});
