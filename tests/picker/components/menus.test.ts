import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/cli.ts';
import { fakeHub, hubModel } from '../../support/fake-hub.ts';
import { answerJson } from '../../support/loopback.ts';
import { openPicker, typeEndpoint } from '../../support/open-picker.ts';
import type { TerminalOptions, TerminalSession } from '../../support/terminal-session.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const MODEL = 'sandbox/vader-sentiment';

async function openForm(options: TerminalOptions = {}): Promise<TerminalSession> {
  const session = openPicker(sandbox, ['text-classification', MODEL, 'Good'], options);
  await session.until(/Good[^]*\[ Run \]/);
  return session;
}

/** A hub with a model of many providers. */
function hubOfMany() {
  const providers = Array.from({ length: 20 }, (_, index) => `provider-${String.fromCharCode(97 + index)}`);
  return fakeHub({ models: [hubModel('org/many', { providers })] });
}

test('a run that is opened keeps its schema, which the menu of providers shows and removes', async () => {
  const folder = temporaryFolder();
  const run = {
    tryout: 1,
    id: '01M82A1K5N4CF9J815YY9V73F7',
    task: 'text-generation',
    inputs: { text: 'Hi' },
  };
  const content = { ...run, model: 'sandbox/plain-assistant', schema: { type: 'object' } };
  writeFileSync(join(folder, 'a.run.json'), JSON.stringify(content));
  const session = await openPicker(sandbox, ['open', 'a.run.json'], { folder }).showing(/Hi[^]*Enter send/);
  sandbox.forget();
  await session.pressUntil('enter', /the answer is not JSON/);
  const sent = () => String(sandbox.requests.findLast(({ method }) => method === 'POST')?.body);
  expect(JSON.parse(sent())).toMatchObject({ response_format: { json_schema: { schema: content.schema } } });
  await session.pressUntil('ctrl+t', /JSON Schema +\S+ Answers are JSON/);
  await session.typeUntil('JSON', /❯ JSON Schema/);
  await session.pressUntil('enter', (screen) => !screen.includes('JSON Schema'));
});

describe('S18: fixed menus', () => {
  test('S18: the providers scroll, wrap around, and are found by typing', async () => {
    const hub = await hubOfMany();
    const session = openPicker(hub, ['text-classification', 'org/many', 'Good'], { columns: 40, rows: 15 });
    await session.until(/\[ Run \]/);
    await session.pressUntil('ctrl+t', /❯ auto[^]*provider-a/);
    const last = await session.pressUntil('up', /❯ --no-load/);
    expect(last).toMatch(/Endpoint URL[^]*❯ --no-load/);
    expect(last).not.toContain('auto');
    await session.pressUntil('j', /❯ auto/);
    await session.pressUntil(['page-down', 'down'], /❯ provider-/);
    await session.pressUntil('home', /❯ auto/);
    await session.typeUntil('der-q', /❯ provider-q/);
    await session.pressUntil('enter', /Provider: provider-q/);
  });

  test('S18: the code is chosen from a list of languages and clients', async () => {
    const session = await openForm({ columns: 40, rows: 15 });
    await session.pressUntil('ctrl+g', /1 curl/);
    await session.pressUntil('enter', /❯ curl +◉[^]*Python: requests[^]*JavaScript: fetch/);
    await session.typeUntil('fetch', /❯ JavaScript: fetch/);
    await session.pressUntil('enter', /\[fetch\]/);
    await session.pressUntil('enter', /❯ JavaScript: fetch +◉/);
    await session.pressUntil('escape', /\[fetch\]/);
  });

  test('S18: how images are drawn is chosen in the account and stored in the settings', async () => {
    const folder = temporaryFolder();
    const session = await openForm({ folder });
    await session.pressUntil('ctrl+y', /Images in the picker/);
    // In a search, Space is text.
    await session.typeUntil('images ', /❯ Images/);
    await session.pressUntil('enter', /❯ auto +◉[^]*kitty[^]*off/);
    session.press('end', 'enter');
    await session.until(/❯ Images in the picker[^]*Images: off, from the next start on\./);
    expect(JSON.parse(readFileSync(join(folder, 'settings', 'settings.json'), 'utf8'))).toEqual({
      graphics: 'off',
    });
    await session.pressUntil('enter', /❯ off +◉/);
  });
});

describe('W34: failed lookups', () => {
  test('W34: the providers can be looked up again', async () => {
    const hub = await hubOfMany();
    // From the start, since the form looks up the model as well.
    hub.replies.first = ({ url }) =>
      url.startsWith('/api/models/org/many') ? answerJson({ error: 'Down for repair' }, 400) : undefined;
    const session = await openPicker(hub, ['text-classification', 'org/many', 'Good']).showing(/\[ Run \]/);
    await session.pressUntil('ctrl+t', /Down for repair[^]*Ctrl-R try again/);
    hub.replies.first = undefined;
    await session.pressUntil('ctrl+r', /provider-a[^]*provider-q[^]*\d more/);
    expect(session.screen()).not.toContain('Ctrl-R try again');
  });
});

describe('S18: single-line values', () => {
  const family = '👨‍👩‍👧';
  test.each([
    ['wide characters', '漢字か', 'x漢字yか'],
    ['graphemes of several code points', `a${family}e\u0301`, `xa${family}ye\u0301`],
    ['private use characters', '\ue000a\ue001', 'x\ue000ay\ue001'],
  ])('S18: edit %s one at a time, with the cursor in its place', async (_name, typed, edited) => {
    const session = await openForm();
    await typeEndpoint(session);
    session.type(typed);
    await session.pressUntil(['left', 'y', 'home', 'x'], (screen) => screen.includes(edited));
    session.press('end', 'left', 'backspace', 'right', 'right', 'z');
    await session.until((screen) => screen.includes(`${edited.replace('y', '')}z`));
    session.press('left', 'left', 'left', 'left', 'left', 'left', '1');
    await session.until((screen) => screen.includes(`1${edited.replace('y', '')}z`));
  });

  test('S18: pasted control characters do not reach the screen, and long values scroll', async () => {
    const session = await openForm();
    await typeEndpoint(session);
    session.paste(`a\u001b]0;owned\u0007b\u200bc\u009b31m${'d'.repeat(100)}e`);
    const long = await session.until(/^d{70,}e ?$/m);
    expect(long).not.toContain('U+200B');
    expect(session.written()).not.toContain('owned');
    await session.pressUntil('home', /ab<U\+200B>c/);
    await session.pressUntil(['ctrl+k', 'n'], /^n ?$/m);
  });
});
