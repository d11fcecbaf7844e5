import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chatServer, startChat } from '../../../support/chat-server.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';
import { temporaryFolder } from '../../../support/cli.ts';
import { sendJson, serve } from '../../../support/loopback.ts';
import { chooseEndpoint, copiedText, unreachableHub, openPicker } from '../../../support/open-picker.ts';
import { finished } from './running.ts';

const sandbox = await recordingSandbox();

test('Esc aborts the request and keeps the partial answer; a second Esc returns to the inputs', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.say('So far');
  await terminal.until(/^So far$/m);
  const { left } = await server.first();
  terminal.press('escape');
  expect(await left).toBe(true);
  await terminal.until(/Canceled[^]*So far\nThe answer is incomplete/);
  terminal.press('escape');
  await terminal.until(/Say something\.[^]*Enter send/);
});

test('Ctrl-C leaves immediately; the partial answer is in the scrollback, marked as incomplete', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.say('The beginning of');
  await terminal.until(/^The beginning of$/m);
  const { left } = await server.first();
  terminal.press('ctrl+c');
  expect(await left).toBe(true);
  expect(await terminal.ended).toBe(130);
  expect(terminal.isFullScreen()).toBe(false);
  expect(terminal.isCursorVisible()).toBe(true);
  expect(terminal.scrollback()).toMatch(/^Text Generation.*\nThe beginning of\nThe answer is incomplete\.$/m);
});

test('r runs a canceled run again', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.say('First');
  await terminal.until(/^First$/m);
  terminal.press('escape');
  await terminal.until(/Canceled/);
  const { received } = server;
  terminal.press('r');
  await terminal.until(() => received.length === 2);
  await terminal.until(/Waiting|Streaming/);
  expect(terminal.screen()).not.toContain('First');
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
  terminal.press('s');
  await terminal.until(/Save as: tryout-text-generation-\S+\.txt/);
  terminal.press('ctrl+u');
  terminal.type('part.txt');
  await terminal.until(/Save as: part\.txt/);
  terminal.press('enter');
  await terminal.until(/Saved to part\.txt/);
  expect(readFileSync(join(folder, 'part.txt'), 'utf8')).toBe('The beginning of\n');
});

test('C17: offers nothing to copy or save without an answer', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await terminal.until(/Waiting for the response/);
  terminal.press('escape');
  const screen = await terminal.until(/Canceled[^]*r again/);
  expect(screen).not.toMatch(/s save|c copy/);
});

test('does not show the late answer of a model after another one is chosen', async () => {
  const terminal = openPicker(sandbox, ['text-generation', 'trouble/endless-stream']);
  await terminal.until(/Type a message/);
  terminal.press('ctrl+x');
  await terminal.until(/What happens if/);
  terminal.press('ctrl+r');
  await terminal.until(/ run( |$)/m);
  terminal.press('escape');
  await terminal.until(/Canceled/);
  terminal.press('escape');
  await terminal.until(/Enter send/);
  terminal.press('escape');
  await terminal.until(/Select a model/);
  terminal.type('fable');
  await terminal.until(/❯ sandbox\/fable/);
  terminal.press('enter');
  await terminal.until(/Ctrl-X/);
  terminal.press('ctrl+l');
  terminal.type('Once there was a fox');
  await terminal.until(/there was a fox/);
  terminal.press('ctrl+r');
  const screen = await terminal.until(finished);
  expect(screen).toContain('sandbox/fable-markov-chain');
  expect(screen).not.toContain('What happens if');
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
  terminal.press('ctrl+r');
  await terminal.until(/Waiting for the model to load \(about 20 s\)/);
  await terminal.until(() => server.received.length === 2);
  answer();
  await terminal.until(/GOOD .*75\.0%/);
});
