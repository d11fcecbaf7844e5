import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../support/cli.ts';
import { fakeHub } from '../../../support/fake-hub.ts';
import { answerJson, serve } from '../../../support/loopback.ts';
import { openPicker, typeEndpoint } from '../../../support/open-picker.ts';
import type { TerminalSession } from '../../../support/terminal-session.ts';
import { recordingSandbox } from '../../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();

/** Opens the form of a model and types a text. */
async function openForm(task: string, model: string, columns = 80, rows = 24): Promise<TerminalSession> {
  const terminal = await openPicker(sandbox, [task, model], { columns, rows }).showing(/Provider: auto|Run/);
  await terminal.typeUntil('Good day', /Good day/);
  return terminal;
}

/** The URL of the last run and the model named in its body. */
function lastRun(): { url: string; model: unknown } | undefined {
  const run = sandbox.requests.filter(({ method }) => method === 'POST').at(-1);
  return run && { url: run.url, model: (JSON.parse(String(run.body)) as { model?: unknown }).model };
}

describe('the provider', () => {
  test('is automatic until you choose one', async () => {
    const terminal = await openForm('text-generation', 'sandbox/plain-assistant');
    terminal.press('ctrl+t');
    const screen = await terminal.until(/groq +○ \$0\.05 in, \$0\.08 out per 1M tokens, as tryout/);
    expect(screen).toMatch(/❯ auto +◉/);
    expect(screen).toMatch(/hf-inference +○ as sandbox\/plain-assistant/);
    await terminal.typeUntil('groq', /❯ groq/);
    await terminal.pressUntil('enter', /Provider: groq[^]*Provider: groq/);
    expect(terminal.screen()).toContain('Good day');
    await terminal.pressUntil('ctrl+t', /❯ groq +◉/);
    await terminal.pressUntil(['home', 'enter'], /Provider: auto/);
  });

  test('can be a policy of the router', async () => {
    sandbox.forget();
    const terminal = await openForm('text-generation', 'sandbox/plain-assistant');
    await terminal.pressUntil('ctrl+t', /Fastest[^]*Cheapest[^]*Preferred/);
    await terminal.typeUntil('cheap', /❯ Cheapest/);
    await terminal.pressUntil('enter', /Provider: :?cheapest/);
    terminal.press('ctrl+r');
    await expect.poll(lastRun).toMatchObject({ model: 'sandbox/plain-assistant:cheapest' });
  });

  test('can be an endpoint URL if no provider runs the model', async () => {
    const terminal = await openForm('text-classification', 'sandbox/unserved-question-mark');
    terminal.press('ctrl+t');
    const screen = await terminal.until(/No provider runs sandbox\/unserved-question-mark right now/);
    expect(screen).toMatch(/Endpoint URL/);
  });

  test('is looked up again as often as it fails', async () => {
    const hub = await fakeHub({ model: answerJson({ error: 'Down for repair' }, 500) });
    const terminal = await openPicker(hub, ['text-classification', 'org/model']).showing(/Provider: auto/);
    await terminal.pressUntil('ctrl+t', /Down for repair[^]*Ctrl-R try again/);
    hub.replies.model = answerJson({ error: 'Still down' }, 500);
    await terminal.pressUntil('ctrl+r', /Still down/);
    delete hub.replies.model;
    await terminal.pressUntil('ctrl+r', /hf-inference +○/);
  });

  test('of the settings applies to each model that is chosen', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'settings'));
    writeFileSync(join(folder, 'settings/settings.json'), '{"provider":"hf-inference"}');
    const list = /❯ sandbox\/vader-sentiment/;
    const terminal = await openPicker(sandbox, ['text-classification'], { folder }).showing(list);
    await terminal.pressUntil('enter', /vader-sentiment[^]*Provider: hf-inference/);
    await terminal.pressUntil('escape', list);
    await terminal.pressUntil(['down', 'enter'], /mood-word-count[^]*Provider: hf-inference/);
  });
});

describe('a custom endpoint URL', () => {
  test('is validated, shown and called unchanged', async () => {
    const endpoint = await serve(answerJson([{ label: 'MINE', score: 1 }]));
    const terminal = await openForm('text-classification', 'sandbox/vader-sentiment');
    await typeEndpoint(terminal);
    terminal.type('nonsense');
    await terminal.pressUntil('enter', /'nonsense' is not a valid URL/);
    terminal.press('ctrl+u');
    terminal.paste(`${endpoint.url}/here?a=b`);
    await terminal.pressUntil('enter', (screen) => screen.includes(`Endpoint: ${endpoint.url}/here?a=b`));
    await terminal.pressUntil('ctrl+t', /Endpoint URL ◉/);
    await terminal.pressUntil('escape', /Good day/);
    await terminal.pressUntil('ctrl+r', /MINE/);
    expect(endpoint.received.map(({ url }) => url)).toEqual(['/here?a=b']);
  });

  test('Esc returns to the providers, then to the form, without changes', async () => {
    const terminal = await openForm('text-classification', 'sandbox/vader-sentiment');
    await typeEndpoint(terminal);
    // Only chat models have policies of the router.
    expect(await terminal.pressUntil('escape', /auto +◉[^]*hf-inference +○/)).not.toContain('Fastest');
    await terminal.pressUntil('escape', /Provider: auto/);
    expect(terminal.screen()).toContain('Good day');
  });
});

test('S11: caching and loading are options of the next run', async () => {
  const endpoint = await serve(answerJson([{ label: 'MINE', score: 1 }]));
  const terminal = await openForm('text-classification', 'sandbox/vader-sentiment');
  await terminal.pressUntil('ctrl+t', /--no-cache +○ Ignore cached answers/);
  terminal.press('end', 'enter');
  await terminal.until(/❯ --no-load +◉[^]*Sent to the Hub's own inference and custom endpoints only/);
  await terminal.pressUntil(['up', 'enter'], /❯ --wait +◉/);
  await terminal.pressUntil(['end', 'enter'], /❯ --no-load +○/);
  await terminal.pressUntil(['up', 'up', 'up', 'enter'], /Requests are sent to exactly this URL/);
  terminal.paste(endpoint.url);
  await terminal.pressUntil('enter', /Endpoint: [^]*Wait until the model/);
  await terminal.pressUntil('ctrl+r', /MINE/);
  expect(endpoint.received[0]?.headers).toMatchObject({ 'x-wait-for-model': 'true' });
  expect(endpoint.received[0]?.headers).not.toHaveProperty('x-load-model');
});
