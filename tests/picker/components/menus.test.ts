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
  const session = openPicker(sandbox, ['open', 'a.run.json'], { folder });
  await session.until(/Hi[^]*Enter send/);
  sandbox.forget();
  session.press('enter');
  await session.until(/the answer is not JSON/);
  const sent = () => String(sandbox.requests.findLast(({ method }) => method === 'POST')?.body);
  expect(JSON.parse(sent())).toMatchObject({ response_format: { json_schema: { schema: content.schema } } });
  session.press('ctrl+t');
  await session.until(/JSON Schema +\S+ Answers are JSON/);
  session.type('JSON');
  await session.until(/❯ JSON Schema/);
  session.press('enter');
  await session.until((screen) => !screen.includes('JSON Schema'));
});

describe('S18: fixed menus', () => {
  test('S18: the providers scroll, wrap around, and are found by typing', async () => {
    const hub = await hubOfMany();
    const session = openPicker(hub, ['text-classification', 'org/many', 'Good'], { columns: 40, rows: 15 });
    await session.until(/\[ Run \]/);
    session.press('ctrl+t');
    await session.until(/❯ auto[^]*provider-a/);
    session.press('up');
    const last = await session.until(/❯ --no-load/);
    expect(last).toMatch(/Endpoint URL[^]*❯ --no-load/);
    expect(last).not.toContain('auto');
    session.press('j');
    await session.until(/❯ auto/);
    session.press('page-down', 'down');
    await session.until(/❯ provider-/);
    session.press('home');
    await session.until(/❯ auto/);
    session.type('der-q');
    await session.until(/❯ provider-q/);
    session.press('enter');
    await session.until(/Provider: provider-q/);
  });

  test('S18: the code is chosen from a list of languages and clients', async () => {
    const session = await openForm({ columns: 40, rows: 15 });
    session.press('ctrl+g');
    await session.until(/1 curl/);
    session.press('enter');
    await session.until(/❯ curl +◉[^]*Python: requests[^]*JavaScript: fetch/);
    session.type('fetch');
    await session.until(/❯ JavaScript: fetch/);
    session.press('enter');
    await session.until(/\[fetch\]/);
    session.press('enter');
    await session.until(/❯ JavaScript: fetch +◉/);
    session.press('escape');
    await session.until(/\[fetch\]/);
  });

  test('S18: how images are drawn is chosen in the account and stored in the settings', async () => {
    const folder = temporaryFolder();
    const session = await openForm({ folder });
    session.press('ctrl+y');
    await session.until(/Images in the picker/);
    session.type('images ');
    // In a search, Space is text.
    await session.until(/❯ Images/);
    session.press('enter');
    await session.until(/❯ auto +◉[^]*kitty[^]*off/);
    session.press('end', 'enter');
    await session.until(/❯ Images in the picker[^]*Images: off, from the next start on\./);
    expect(JSON.parse(readFileSync(join(folder, 'settings', 'settings.json'), 'utf8'))).toEqual({
      graphics: 'off',
    });
    session.press('enter');
    await session.until(/❯ off +◉/);
  });
});

describe('W34: failed lookups', () => {
  test('W34: the providers can be looked up again', async () => {
    const hub = await hubOfMany();
    // From the start, since the form looks up the model as well.
    hub.replies.first = ({ url }) =>
      url.startsWith('/api/models/org/many') ? answerJson({ error: 'Down for repair' }, 400) : undefined;
    const session = openPicker(hub, ['text-classification', 'org/many', 'Good']);
    await session.until(/\[ Run \]/);
    session.press('ctrl+t');
    await session.until(/Down for repair[^]*Ctrl-R try again/);
    hub.replies.first = undefined;
    session.press('ctrl+r');
    await session.until(/provider-a[^]*provider-q[^]*\d more/);
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
    session.press('left', 'y', 'home', 'x');
    await session.until((screen) => screen.includes(edited));
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
    session.press('home');
    await session.until(/ab<U\+200B>c/);
    session.press('ctrl+k', 'n');
    await session.until(/^n ?$/m);
  });
});
