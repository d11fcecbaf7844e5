import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { blackPng } from '../../support/black-png.ts';
import { at, temporaryFolder } from '../../support/cli.ts';
import { copiedText } from '../../support/open-picker.ts';
import { inProcessTerminal } from '../../support/in-process-terminal.ts';
import type { TerminalOptions } from '../../support/terminal-session.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
beforeEach(() => sandbox.forget());

const MODEL = 'sandbox/plain-assistant';

function openChat(model = MODEL, options: TerminalOptions = {}) {
  const terminal = inProcessTerminal(['chat', '-m', model, ...at(sandbox)], {
    ...options,
    environment: { HF_TOKEN: 'hf_sandbox' },
  });
  const say = (text: string) => {
    terminal.type(text);
    terminal.press('enter');
  };
  return { terminal, say };
}

/** The answer is complete, and the input takes the next message. */
const answered = (answer: RegExp) => new RegExp(`${answer.source}[^]*tokens in[^]*Type or paste`);

function lastMessages(): readonly { readonly content: unknown }[] {
  const run = sandbox.requests.findLast(({ method }) => method === 'POST');
  const body = JSON.parse(Buffer.from(run?.body ?? []).toString()) as { messages: { content: unknown }[] };
  return body.messages;
}

test('T10: Alt-E edits the last message; its turn stays until the new answer, and Esc cancels', async () => {
  const { terminal, say } = openChat();
  await terminal.until(/Type a message/);
  say('Spell one');
  await terminal.until(answered(/O-N-E/));
  await terminal.typeUntil('half', /half/);
  terminal.press('alt+e');
  expect(await terminal.until(/Editing the last message/)).toMatch(/You\s+Spell one[^]*O-N-E[^]*Spell one/);
  await terminal.pressUntil('escape', (screen) => /half/.test(screen) && !/Editing/.test(screen));
  expect(terminal.screen()).toContain('O-N-E');
  await terminal.pressUntil('alt+e', /Editing/);
  terminal.press('ctrl+w');
  terminal.type('two');
  const screen = await terminal.pressUntil('enter', answered(/T-W-O/));
  expect(screen).not.toContain('O-N-E');
  expect(lastMessages()).toEqual([{ role: 'user', content: 'Spell two' }]);
});

/** A chat with two answers. */
async function chatOfTwo() {
  const chat = openChat();
  await chat.terminal.until(/Type a message/);
  chat.say('Spell one');
  await chat.terminal.until(answered(/O-N-E/));
  chat.say('Spell two');
  await chat.terminal.until(answered(/T-W-O/));
  return chat;
}

test('T10: Alt-E again edits an earlier message, and Alt-V goes between the drafts', async () => {
  const { terminal, say } = await chatOfTwo();
  await terminal.pressUntil('alt+e', /Editing the last message/);
  await terminal.pressUntil('alt+e', /Editing message 1 of 2[^]*Spell one/);
  terminal.press('ctrl+w');
  terminal.type('six');
  expect(await terminal.pressUntil('enter', answered(/S-I-X\s+draft 2 of 2/))).not.toContain('T-W-O');
  await terminal.pressUntil('alt+v', /O-N-E\s+draft 1 of 2[^]*T-W-O/);
  say('/save draft.run.json');
  await terminal.until(/This draft has no run: answer again \(Ctrl-R\), or save it as \.md/);
});

test('T10: Up recalls earlier messages into an empty input, and Down goes back', async () => {
  const { terminal, say } = await chatOfTwo();
  terminal.press('alt+c');
  expect(await copiedText(terminal)).toBe('T-W-O');
  await terminal.pressUntil(['up', 'up', 'up', 'down', 'up', 'enter'], answered(/T-W-O[^]*O-N-E/));
  expect(lastMessages().at(-1)).toEqual({ role: 'user', content: 'Spell one' });
  terminal.press('up', 'down');
  say('Spell ten');
  await terminal.until(answered(/T-E-N/));
  expect(lastMessages().at(-1)).toEqual({ role: 'user', content: 'Spell ten' });
});

test('T10: @FILE adds text, @@ is a literal @, and other words stay', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'notes.txt'), 'Rivers flow.\n');
  writeFileSync(join(folder, 'sound.bin'), Buffer.from([0, 1, 2, 0xff]));
  const { terminal, say } = openChat(MODEL, { folder });
  await terminal.until(/Type a message/);
  say('Read @notes.txt, @@notes.txt, @ada and a@b.c');
  await terminal.until(answered(/Rivers flow/));
  expect(lastMessages()).toEqual([
    {
      role: 'user',
      content: 'Read notes.txt, @notes.txt, @ada and a@b.c\n\nnotes.txt:\nRivers flow.\n',
    },
  ]);
  say('Hear @sound.bin');
  await terminal.until(/sound\.bin[^]*text/);
  expect(terminal.screen()).toContain('Hear @sound.bin');
});

test('T10: @FILE attaches an image if the model takes images, and says so otherwise', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'a.png'),
    readFileSync(join(import.meta.dirname, '../../../examples/shapes.png')),
  );
  const { terminal, say } = openChat('sandbox/picture-assistant', { folder });
  await terminal.until(/Type a message/);
  say('What color is the background of @a.png?');
  await terminal.until(answered(/white/));
  expect(JSON.stringify(lastMessages()[0]?.content)).toMatch(
    /background of a\.png\?.*data:image\/png;base64/,
  );
  writeFileSync(join(folder, 'b.png'), blackPng(3, 2));
  terminal.press('tab', 'tab');
  await terminal.typeUntil('b.png', /Attached: b\.png/);
  terminal.press('tab');
  sandbox.forget();
  say('And of @a.png?');
  await expect.poll(() => sandbox.requests.some(({ method }) => method === 'POST')).toBe(true);
  const sentImages = JSON.stringify(lastMessages().at(-1)).match(/data:image[^"]+/g);
  expect(new Set(sentImages).size).toBe(2);
  const other = openChat(MODEL, { folder });
  await other.terminal.until(/Type a message/);
  sandbox.forget();
  other.say('Look at @a.png');
  expect(await other.terminal.until(/does not take images/)).toContain('Look at @a.png');
  expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('T10: slash commands change the chat, and an unknown one keeps the text', async () => {
  const folder = temporaryFolder();
  const { terminal, say } = openChat(MODEL, { folder });
  await terminal.until(/Type a message/);
  say('/foo bar');
  expect(await terminal.until(/Unknown command \/foo/)).toMatch(
    /\/foo bar[^]*\/model, \/system, \/save, \/new, \/help/,
  );
  terminal.press('ctrl+u');
  say('/help');
  await terminal.until(/\/system +Edit the system prompt/);
  await terminal.pressUntil('escape', /Type a message/);
  say('/system Be brief.');
  await terminal.until(/System prompt set/);
  say('Spell one');
  await terminal.until(answered(/O-N-E/));
  say('/save chat.md');
  await terminal.until(/Saved to .*chat\.md/);
  expect(readFileSync(join(folder, 'chat.md'), 'utf8')).toBe(
    `## System prompt\n\nBe brief.\n\n## You\n\nSpell one\n\n## ${MODEL}\n\nO-N-E\n`,
  );
  say('/save chat.md');
  await terminal.until(/Save as: chat\.md/);
  await terminal.pressUntil('escape', (screen) => !screen.includes('Save as'));
  say('/new');
  await terminal.until((screen) => /New conversation/.test(screen) && !/O-N-E/.test(screen));
  say('/etc/hosts is a path');
  await terminal.until(/\bYou\b/);
  await expect
    .poll(() => lastMessages())
    .toMatchObject([{ content: 'Be brief.' }, { content: '/etc/hosts is a path' }]);
  await terminal.until(answered(/is a path/));
  say('/model sandbox/picture-assistant');
  await terminal.until(/The model is sandbox\/picture-assistant/);
  say('/model');
  await terminal.until(/Filter: /);
});
