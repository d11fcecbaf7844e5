import { expect, test } from 'vitest';
import { chatServer, startChat } from '../../support/chat-server.ts';
import { finished } from '../screens/run/running.ts';

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`).join('');

test('C20: shows text while it streams, wrapped at words', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await terminal.until(/Waiting for the response[^]*Esc cancel/);
  await server.say('Once upon a');
  await terminal.until(/Streaming: 11 characters[^]*Once upon a$/m);
  await server.say(` time there was a word that stood at the end of the line and moved along with 猫`);
  await terminal.until(/^along with 猫$/m);
  await server.finish();
  const screen = await terminal.until(finished);
  expect(screen).toMatch(/^Once upon a time there was .*\bmoved$/m);
});

test('C20: moves an incomplete word to the next line as one piece', async () => {
  const server = await chatServer();
  const terminal = await startChat(server, { columns: 40 });
  await server.say('These words fill the first of the ');
  await terminal.until(/^These words fill the first of the$/m);
  await server.say('lin');
  await terminal.until(/^These words fill the first of the lin$/m);
  await server.say('es');
  await terminal.until(/^These words fill the first of the lines$/m);
  await server.say('pace');
  await terminal.until(/^These words fill the first of the\nlinespace$/m);
});

test('follows the end unless you scroll up', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.say(numbered(0, 50));
  await terminal.until(/^line 49$/m);
  expect(terminal.screen()).not.toMatch(/^line 0$/m);
  await terminal.pressUntil('home', /^line 0$[^]*^line 5$/m);
  await server.say(numbered(50, 60));
  await terminal.until(/ \/ 60$/m);
  expect(terminal.screen()).toMatch(/^line 0$/m);
  await terminal.pressUntil('end', /^line 59$/m);
  await server.say(numbered(60, 70));
  await terminal.until(/^line 69$/m);
  await terminal.pressUntil('page-up', (screen) => !/^line 69$/m.test(screen));
  await server.finish();
  await terminal.until(finished);
  expect(terminal.screen()).not.toMatch(/^line 69$/m);
});

test('rewraps the text when the terminal is resized', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.say('A sentence that takes more than one line as soon as the terminal has but few columns.');
  await terminal.until(/has but few\ncolumns\.$/m);
  terminal.resize(30, 12);
  await terminal.until(
    /^A sentence that takes more\nthan one line as soon as the\nterminal has but few columns\.$/m,
  );
  terminal.resize(10, 3);
  await terminal.until(/Too small/);
  await server.say(' More.');
  terminal.resize(20, 7);
  await terminal.until(/^columns\. More\.$/m);
  terminal.resize(100, 30);
  await terminal.until(/^A sentence .* few columns\. More\.$/m);
  await server.finish();
  await terminal.until(finished);
});

test('names the host that does not get the token, and shows code during a run', async () => {
  const server = await chatServer();
  const terminal = await startChat(server);
  await server.say('Hello');
  await terminal.until(/Your token is not sent to 127\.0\.0\.1/);
  await terminal.pressUntil('k', /› code/);
  await server.say(' again');
  await terminal.pressUntil('escape', /^Hello again$/m);
  expect((await server.first()).headers.authorization).toBeUndefined();
});

test('writes complete sentences and no changing status for a screen reader', async () => {
  const server = await chatServer();
  const terminal = await startChat(server, { environment: { INK_SCREEN_READER: 'true' }, rows: 40 });
  await server.say('One sentence. And half of');
  await terminal.until(/Streaming\n[^]*One sentence\./);
  expect(terminal.screen()).not.toContain('half of');
  expect(terminal.screen()).not.toMatch(/characters so far|[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
  await server.say(' another');
  await server.finish();
  await terminal.until(/One sentence\. And half of another/);
});
