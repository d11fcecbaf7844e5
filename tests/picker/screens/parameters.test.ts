import { describe, expect, test } from 'vitest';
import { at } from '../../support/cli.ts';
import { chooseEndpoint, openPicker } from '../../support/open-picker.ts';
import { inProcessTerminal } from '../../support/in-process-terminal.ts';
import type { TerminalOptions, TerminalSession } from '../../support/terminal-session.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const MODEL = 'sandbox/vader-sentiment';
const environment = { HF_TOKEN: 'hf_test' };

async function openParameters(
  words: readonly string[] = ['text-classification', MODEL, 'What a lovely day'],
  options: TerminalOptions = {},
): Promise<TerminalSession> {
  const session = await openPicker(sandbox, words, options).showing(/Run|Enter send/);
  await session.pressUntil('ctrl+p', /name=value/);
  return session;
}

function sentParameters(): unknown {
  const run = sandbox.requests.findLast(({ method }) => method === 'POST');
  return (JSON.parse(Buffer.from(run?.body ?? []).toString()) as { parameters?: unknown }).parameters;
}

async function runFrom(session: TerminalSession): Promise<void> {
  await session.pressUntil('escape', (screen) => !screen.includes('name=value'));
  await session.pressUntil('ctrl+r', /r again|Output|Error/);
}

describe('the parameters screen', () => {
  test('S18: describes each parameter and lists the values of a choice; keeps, clears and sends values, and rejects invalid ones', async () => {
    const session = await openParameters();
    session.press('enter');
    await session.until(/one of sigmoid, softmax, none[^]*❯ not set\n {2}sigmoid\n {2}softmax\n {2}none\n/);
    await session.pressUntil(['down', 'down', 'enter'], /❯ function_to_apply +softmax/);
    await session.pressUntil('enter', /❯ softmax/);
    await session.pressUntil('escape', /❯ function_to_apply +softmax/);
    await session.pressUntil(['enter', 'home', 'enter'], /❯ function_to_apply +not set/);
    await session.pressUntil(['enter', 'k', 'enter'], /❯ function_to_apply +none/);
    await session.pressUntil('ctrl+l', /❯ function_to_apply +not set/);
    session.press('down', 'enter');
    await session.typeUntil('1.5\r', /top_k must be an integer, not '1\.5'/);
    await session.typeUntil('x', (screen) => !screen.includes('must be an integer, not'));
    await session.pressUntil('escape', /❯ top_k +not set/);
    await session.pressUntil('up', /function_to_apply: one of sigmoid, softmax, none/);
    expect(await session.pressUntil('down', /top_k: an integer/)).toContain('top K most probable classes');
    await session.pressUntil('enter', /^top_k$/m);
    await session.typeUntil('1\r', /❯ top_k +1/);
    await runFrom(session);
    expect(sentParameters()).toEqual({ top_k: 1 });
    await session.pressUntil('escape', /Run|Enter send/);
    await session.pressUntil('ctrl+p', / {2}top_k +1/);
  });

  test('accepts an unknown parameter as name=value, even if its letters are in another name', async () => {
    const session = await openParameters();
    await session.typeUntil('broken\r', /Enter a parameter as name=value/);
    session.press('ctrl+u');
    await session.typeUntil('my_own={"a":1}\r', /❯ my_own +\{"a":1\}/);
    await session.typeUntil('gone=1\r', /❯ gone +1/);
    await session.pressUntil('ctrl+l', (screen) => /❯ my_own/.test(screen) && !screen.includes('gone'));
    await session.typeUntil('__proto__=1\r', /Invalid parameter name: __proto__/);
    await session.pressUntil('escape', /3 parameters/);
    await runFrom(session);
    expect(sentParameters()).toEqual({ my_own: { a: 1 } });
    await session.pressUntil('escape', /Run|Enter send/);
    await session.pressUntil('ctrl+p', /name=value/);
    await session.typeUntil('f=t', /Filter: f=t/);
    await session.typeUntil('\r', /❯ f +t/);
    await runFrom(session);
    await expect.poll(sentParameters).toEqual({ my_own: { a: 1 }, f: 't' });
  });

  test('C2, C3, C17, C19: lists those of a chat model, most used first, filters by parts of names, maps aliases and corrects misspellings', async () => {
    const session = await openParameters(['text-generation', 'sandbox/plain-assistant', 'Hi'], { rows: 40 });
    const screen = await session.until(/max_tokens: an integer, at least 0, default 500/);
    expect(screen).toMatch(/ max_tokens +default 500[^]*temperature[^]*top_p[^]*seed[^]*frequency_penalty/);
    expect(screen).not.toMatch(/max_new_tokens|logit_bias/);
    await session.pressUntil('down', /temperature: a number from 0 to 2/);
    const found = await session.typeUntil('top p', /Filter: top p[^]*❯ top_p/);
    expect(found).not.toMatch(/seed|max_tokens/);
    await session.pressUntil('enter', /^top_p$/m);
    await session.typeUntil('0.5\r', /Filter: top p[^]*❯ top_p +0\.5/);
    session.press('ctrl+u');
    await session.typeUntil('no such', /as name=value/);
    await session.pressUntil('escape', (screen) => /top_p +0\.5/.test(screen) && screen.includes('seed'));
    expect(session.screen()).toContain('› parameters');
    await session.typeUntil('max_new_tokens=7\r', /❯ max_tokens +7/);
    await session.typeUntil('temprature=1\r', /❯ temprature +1/);
    await session.until(/Unknown parameter temprature, sent as is\. Did you mean temperature\?/);
  });

  test('C3: shows chat parameters for a chat endpoint', async () => {
    const address = 'https://example.test/v1/chat/completions';
    const session = await openPicker(sandbox, ['text-generation', MODEL, 'Hi'], { rows: 40 }).showing(/Run/);
    await chooseEndpoint(session, address);
    await session.pressUntil('ctrl+p', /name=value/);
    expect(session.screen()).toContain('max_tokens');
    expect(session.screen()).not.toContain('max_new_tokens');
  });

  test('works in the smallest terminal', async () => {
    const session = inProcessTerminal(['text-classification', MODEL, ...at(sandbox)], {
      environment,
      columns: 20,
      rows: 7,
    });
    await session.until(/feeling|form|Input/i);
    await session.pressUntil('ctrl+p', /❯ .*not/);
    session.press('down', 'enter');
    await session.typeUntil('3\r', /❯ top_k +3/);
  });
});
