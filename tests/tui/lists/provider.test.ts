import { describe, expect, test } from 'vitest';
import { sendJson, serve } from '../../support/loopback.ts';
import { openPicker } from '../../support/open-picker.ts';
import type { TerminalSession } from '../../support/pseudo-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();

/** The form of a model, with a text typed into it. */
async function formOf(task: string, model: string, columns = 80, rows = 24): Promise<TerminalSession> {
  const terminal = openPicker(sandbox, [task, model], { columns, rows });
  await terminal.until(/Provider: auto|Run/);
  terminal.type('Good day');
  await terminal.until(/Good day/);
  return terminal;
}

/** What the last run was sent to, and what its body names as the model. */
function lastRun(): { url: string; model: unknown } | undefined {
  const run = sandbox.requests.filter(({ method }) => method === 'POST').at(-1);
  return run && { url: run.url, model: (JSON.parse(String(run.body)) as { model?: unknown }).model };
}

describe('who serves a model', () => {
  test('is automatic, until one of those that serve it is chosen; the run goes there', async () => {
    const terminal = await formOf('text-generation', 'sandbox/plain-assistant');
    terminal.press('ctrl+t');
    const screen = await terminal.until(/groq +○ \$0\.05 in, \$0\.08 out per 1M tokens, as tryout/);
    expect(screen).toMatch(/❯ auto +◉/);
    expect(screen).toMatch(/hf-inference +○ as sandbox\/plain-assistant/);
    terminal.type('groq');
    await terminal.until(/❯ groq/);
    terminal.press('enter');
    await terminal.until(/Provider: groq[^]*Provider: groq/);
    expect(terminal.screen()).toContain('Good day');
    terminal.press('ctrl+t');
    await terminal.until(/❯ groq +◉/);
    terminal.press('home', 'enter');
    await terminal.until(/Provider: auto/);
  });

  test('can be left to the router by a policy', async () => {
    sandbox.forget();
    const terminal = await formOf('text-generation', 'sandbox/plain-assistant');
    terminal.press('ctrl+t');
    await terminal.until(/:fastest[^]*:cheapest[^]*:preferred/);
    terminal.type('cheap');
    await terminal.until(/❯ :cheapest/);
    terminal.press('enter');
    await terminal.until(/Provider: :?cheapest/);
    terminal.press('ctrl+r');
    await expect.poll(lastRun).toMatchObject({ model: 'sandbox/plain-assistant:cheapest' });
  });

  test('policies are offered for conversations alone', async () => {
    const terminal = await formOf('text-classification', 'sandbox/vader-sentiment');
    terminal.press('ctrl+t');
    const screen = await terminal.until(/hf-inference +○/);
    expect(screen).not.toContain(':fastest');
  });

  test('may be nobody: that is said, and an address is still open', async () => {
    const terminal = await formOf('text-classification', 'sandbox/unserved-question-mark');
    terminal.press('ctrl+t');
    const screen = await terminal.until(/No provider runs sandbox\/unserved-question-mark right now/);
    expect(screen).toMatch(/Endpoint URL/);
  });
});

describe('an address of one’s own', () => {
  test('is typed, checked, shown, and called as given', async () => {
    const mine = await serve((_received, response) => sendJson(response, [{ label: 'MINE', score: 1 }]));
    const terminal = await formOf('text-classification', 'sandbox/vader-sentiment');
    terminal.press('ctrl+t');
    await terminal.until(/hf-inference +○/);
    terminal.press('end', 'enter');
    await terminal.until(/Requests are sent to this exact URL/);
    terminal.type('nonsense');
    terminal.press('enter');
    await terminal.until(/'nonsense' is not a web address/);
    terminal.press('ctrl+u');
    terminal.paste(`${mine.url}/here?a=b`);
    terminal.press('enter');
    await terminal.until((screen) => screen.includes(`Endpoint: ${mine.url}/here?a=b`));
    terminal.press('ctrl+t');
    await terminal.until(/Endpoint URL ◉/);
    terminal.press('escape');
    await terminal.until(/Good day/);
    terminal.press('ctrl+r');
    await terminal.until(/MINE/);
    expect(mine.received.map(({ url }) => url)).toEqual(['/here?a=b']);
  });

  test('Esc goes back to the choices, and from there to the form, with nothing changed', async () => {
    const terminal = await formOf('text-classification', 'sandbox/vader-sentiment');
    terminal.press('ctrl+t');
    await terminal.until(/hf-inference +○/);
    terminal.press('end', 'enter');
    await terminal.until(/Requests are sent to this exact URL/);
    terminal.press('escape');
    await terminal.until(/auto +◉/);
    terminal.press('escape');
    await terminal.until(/Provider: auto/);
    expect(terminal.screen()).toContain('Good day');
  });
});

test.each([
  [40, 12],
  [20, 7],
])('there is room to choose at %i x %i', async (columns, rows) => {
  const terminal = await formOf('text-classification', 'sandbox/vader-sentiment', columns, rows);
  terminal.press('ctrl+t');
  await terminal.until(/❯ auto[^]*hf-inf/);
  terminal.press('down');
  await terminal.until(/❯ hf-inf/);
});
