import { describe, expect, test } from 'vitest';
import { at } from '../../support/cli.ts';
import { openPicker } from '../../support/open-picker.ts';
import { inTerminal, type TerminalOptions, type TerminalSession } from '../../support/pseudo-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const MODEL = 'sandbox/vader-sentiment';
const environment = { HF_TOKEN: 'hf_test' };

/** The panel of a task's parameters, above its form. */
async function parametersOf(
  words: readonly string[] = ['text-classification', MODEL, 'What a lovely day'],
  options: TerminalOptions = {},
): Promise<TerminalSession> {
  const session = openPicker(sandbox, words, options);
  await session.until(/Run/);
  session.press('ctrl+p');
  await session.until(/name=value/);
  return session;
}

/** The parameters of the last run. */
function sent(): unknown {
  const run = sandbox.requests.findLast(({ method }) => method === 'POST');
  return (JSON.parse(Buffer.from(run?.body ?? []).toString()) as { parameters?: unknown }).parameters;
}

async function runFrom(session: TerminalSession): Promise<void> {
  session.press('escape');
  await session.until((screen) => !screen.includes('name=value'));
  session.press('ctrl+r');
  await session.until(/r again|Output|Error/);
}

describe('the panel of parameters', () => {
  test('each with what it is and what it takes; what is given is marked, kept, and sent', async () => {
    const session = await parametersOf();
    expect(session.screen()).toMatch(/❯ {3}function_to_apply +< not set >/);
    expect(session.screen()).toContain('function_to_apply: one of sigmoid, softmax, none');
    session.press('down');
    expect(await session.until(/top_k: a whole number/)).toContain('top K most probable classes');
    session.type('1');
    await session.until(/❯ • top_k +1/);
    await runFrom(session);
    expect(sent()).toEqual({ top_k: 1 });
    session.press('escape');
    await session.until(/Run/);
    session.press('ctrl+p');
    await session.until(/ {2}• top_k +1/);
  });

  test('a choice by arrows, Space and its first letter; back to none', async () => {
    const session = await parametersOf();
    session.press('right');
    await session.until(/< sigmoid >/);
    session.press('space');
    await session.until(/< softmax >/);
    session.press('n');
    await session.until(/❯ • function_to_apply +< none >/);
    session.press('right');
    await session.until(/❯ {3}function_to_apply +< not set >/);
  });

  test('a wrong value is told as it is typed, in the words of the rule; Ctrl-L takes it out', async () => {
    const session = await parametersOf();
    session.press('down');
    session.type('1.5');
    await session.until(/❯ ! top_k +1\.5/);
    expect(session.screen()).toContain("top_k takes a whole number, not '1.5'");
    session.press('ctrl+l');
    await session.until(/❯ {3}top_k +number/);
    expect(session.screen()).not.toContain('takes a whole number, not');
  });

  test('a wrong value that is left behind is told on the form, before a run is tried', async () => {
    const session = await parametersOf();
    session.press('down');
    session.type('abc');
    await session.until(/❯ ! top_k +abc/);
    session.press('escape');
    await session.until(/top_k takes a whole number, not 'abc'\. Ctrl-P: change it\./);
  });

  test('a long name is whole where there is room for it and a value', async () => {
    const words = ['zero-shot-classification', 'sandbox/label-overlap'];
    const session = await parametersOf(words, { columns: 40, rows: 12 });
    expect(session.screen()).toMatch(/❯ {3}hypothesis_template +text/);
  });

  test('a parameter that no schema knows, as name=value', async () => {
    const session = await parametersOf();
    session.press('end');
    session.type('broken\r');
    await session.until(/Write a parameter as name=value/);
    session.press('ctrl+u');
    session.type('my_own={"a":1}\r');
    await session.until(/• my_own +\{"a":1\}/);
    session.type('__proto__=1\r');
    await session.until(/A parameter cannot be called __proto__/);
    session.press('ctrl+l');
    await runFrom(session);
    expect(sent()).toEqual({ my_own: { a: 1 } });
  });

  test('a conversational model has the parameters of conversations', async () => {
    const session = await parametersOf(['text-generation', 'sandbox/plain-assistant', 'Hi'], { rows: 40 });
    expect(session.screen()).toContain('max_tokens');
    expect(session.screen()).not.toContain('max_new_tokens');
  });

  test('C2: the default of max_tokens is shown in its row and with its limits', async () => {
    const session = await parametersOf(['text-generation', 'sandbox/plain-assistant', 'Hi'], { rows: 40 });
    expect(session.screen()).toMatch(/ max_tokens +default 500/);
    session.press('down', 'down', 'down');
    await session.until(/max_tokens: a whole number, at least 0, default 500/);
  });

  test('C3: a chat endpoint has the parameters of chats', async () => {
    const address = 'https://example.test/v1/chat/completions';
    const session = await parametersOf(['text-generation', address, 'Hi'], { rows: 40 });
    expect(session.screen()).toContain('max_tokens');
    expect(session.screen()).not.toContain('max_new_tokens');
  });

  test('C3: another name of a parameter fills its row; a misspelling gets a suggestion', async () => {
    const session = await parametersOf(['text-generation', 'sandbox/plain-assistant', 'Hi'], { rows: 40 });
    session.press('page-down', 'page-down', 'page-down');
    session.type('max_new_tokens=7\r');
    await session.until(/• max_tokens +7/);
    session.type('temprature=1\r');
    await session.until(/• temprature +1/);
    session.press('up');
    await session.until(/Unknown parameter temprature, sent as given\. Did you mean temperature\?/);
  });

  test('C17: Ctrl-F filters by parts of the name, and Enter goes to what was found', async () => {
    const session = await parametersOf(['text-generation', 'sandbox/plain-assistant', 'Hi'], { rows: 40 });
    session.press('ctrl+f');
    session.type('top p');
    const found = await session.until(/Filter: top p[^]*❯ {3}top_p/);
    expect(found).not.toMatch(/seed|max_tokens/);
    expect(found).toContain('name=value');
    session.press('enter');
    await session.until(/Ctrl-F filter/);
    session.type('0.5');
    await session.until(/❯ • top_p +0\.5/);
    session.press('ctrl+f', 'ctrl+u');
    session.type('no such');
    await session.until(/❯ {3}name=value/);
    session.press('escape');
    await session.until((screen) => /• top_p +0\.5/.test(screen) && !screen.includes('Filter'));
    expect(session.screen()).toContain('› parameters');
  });

  test('C17: a slash filters where values are chosen, and is typed elsewhere', async () => {
    const session = await parametersOf();
    await session.until(/\/ filter/);
    session.press('/');
    await session.until(/❯ Filter:/);
    session.type('top');
    await session.until(/❯ {3}top_k/);
    session.press('enter');
    session.type('/');
    await session.until(/❯ ! top_k +\//);
  });

  test('true or false, or neither, by letters and arrows', async () => {
    const session = await parametersOf(['text-generation', 'sandbox/plain-assistant', 'Hi'], { rows: 40 });
    session.press('ctrl+f');
    session.type('logprobs');
    session.press('enter', 't');
    await session.until(/• logprobs +< true >/);
    session.press('right');
    await session.until(/• logprobs +< false >/);
    session.press('backspace');
    await session.until(/❯ {3}logprobs +< not set >/);
  });

  test('in the smallest terminal', async () => {
    const session = inTerminal(['text-classification', MODEL, ...at(sandbox)], {
      environment,
      columns: 20,
      rows: 7,
    });
    await session.until(/feeling|form|Input/i);
    session.press('ctrl+p');
    await session.until(/❯ .*not …/);
    session.press('down');
    session.type('3');
    await session.until(/❯ • \S*top_k +3/);
  });
});
