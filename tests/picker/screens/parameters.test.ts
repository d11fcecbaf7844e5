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
  const session = openPicker(sandbox, words, options);
  await session.until(/Run|Enter send/);
  session.press('ctrl+p');
  await session.until(/name=value/);
  return session;
}

function sentParameters(): unknown {
  const run = sandbox.requests.findLast(({ method }) => method === 'POST');
  return (JSON.parse(Buffer.from(run?.body ?? []).toString()) as { parameters?: unknown }).parameters;
}

async function runFrom(session: TerminalSession): Promise<void> {
  session.press('escape');
  await session.until((screen) => !screen.includes('name=value'));
  session.press('ctrl+r');
  await session.until(/r again|Output|Error/);
}

describe('the parameters screen', () => {
  test('S18: describes each parameter and lists the values of a choice; keeps, clears and sends values, and rejects invalid ones', async () => {
    const session = await openParameters();
    session.press('enter');
    await session.until(/one of sigmoid, softmax, none[^]*❯ not set\n {2}sigmoid\n {2}softmax\n {2}none\n/);
    session.press('down', 'down', 'enter');
    await session.until(/❯ function_to_apply +softmax/);
    session.press('enter');
    await session.until(/❯ softmax/);
    session.press('escape');
    await session.until(/❯ function_to_apply +softmax/);
    session.press('enter', 'home', 'enter');
    await session.until(/❯ function_to_apply +not set/);
    session.press('enter', 'k', 'enter');
    await session.until(/❯ function_to_apply +none/);
    session.press('ctrl+l');
    await session.until(/❯ function_to_apply +not set/);
    session.press('down', 'enter');
    session.type('1.5\r');
    await session.until(/top_k must be an integer, not '1\.5'/);
    session.type('x');
    await session.until((screen) => !screen.includes('must be an integer, not'));
    session.press('escape');
    await session.until(/❯ top_k +not set/);
    session.press('up');
    await session.until(/function_to_apply: one of sigmoid, softmax, none/);
    session.press('down');
    expect(await session.until(/top_k: an integer/)).toContain('top K most probable classes');
    session.press('enter');
    await session.until(/^top_k$/m);
    session.type('1\r');
    await session.until(/❯ top_k +1/);
    await runFrom(session);
    expect(sentParameters()).toEqual({ top_k: 1 });
    session.press('escape');
    await session.until(/Run|Enter send/);
    session.press('ctrl+p');
    await session.until(/ {2}top_k +1/);
  });

  test('accepts an unknown parameter as name=value, even if its letters are in another name', async () => {
    const session = await openParameters();
    session.type('broken\r');
    await session.until(/Enter a parameter as name=value/);
    session.press('ctrl+u');
    session.type('my_own={"a":1}\r');
    await session.until(/❯ my_own +\{"a":1\}/);
    session.type('gone=1\r');
    await session.until(/❯ gone +1/);
    session.press('ctrl+l');
    await session.until((screen) => /❯ my_own/.test(screen) && !screen.includes('gone'));
    session.type('__proto__=1\r');
    await session.until(/Invalid parameter name: __proto__/);
    session.press('escape');
    await session.until(/3 parameters/);
    await runFrom(session);
    expect(sentParameters()).toEqual({ my_own: { a: 1 } });
    session.press('escape');
    await session.until(/Run|Enter send/);
    session.press('ctrl+p');
    await session.until(/name=value/);
    session.type('f=t');
    await session.until(/Filter: f=t/);
    session.type('\r');
    await session.until(/❯ f +t/);
    await runFrom(session);
    await expect.poll(sentParameters).toEqual({ my_own: { a: 1 }, f: 't' });
  });

  test('C2, C3, C17, C19: lists those of a chat model, most used first, filters by parts of names, maps aliases and corrects misspellings', async () => {
    const session = await openParameters(['text-generation', 'sandbox/plain-assistant', 'Hi'], { rows: 40 });
    const screen = await session.until(/max_tokens: an integer, at least 0, default 500/);
    expect(screen).toMatch(/ max_tokens +default 500[^]*temperature[^]*top_p[^]*seed[^]*frequency_penalty/);
    expect(screen).not.toMatch(/max_new_tokens|logit_bias/);
    session.press('down');
    await session.until(/temperature: a number from 0 to 2/);
    session.type('top p');
    const found = await session.until(/Filter: top p[^]*❯ top_p/);
    expect(found).not.toMatch(/seed|max_tokens/);
    session.press('enter');
    await session.until(/^top_p$/m);
    session.type('0.5\r');
    await session.until(/Filter: top p[^]*❯ top_p +0\.5/);
    session.press('ctrl+u');
    session.type('no such');
    await session.until(/as name=value/);
    session.press('escape');
    await session.until((screen) => /top_p +0\.5/.test(screen) && screen.includes('seed'));
    expect(session.screen()).toContain('› parameters');
    session.type('max_new_tokens=7\r');
    await session.until(/❯ max_tokens +7/);
    session.type('temprature=1\r');
    await session.until(/❯ temprature +1/);
    await session.until(/Unknown parameter temprature, sent as is\. Did you mean temperature\?/);
  });

  test('C3: shows chat parameters for a chat endpoint', async () => {
    const address = 'https://example.test/v1/chat/completions';
    const session = openPicker(sandbox, ['text-generation', MODEL, 'Hi'], { rows: 40 });
    await session.until(/Run/);
    await chooseEndpoint(session, address);
    session.press('ctrl+p');
    await session.until(/name=value/);
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
    session.press('ctrl+p');
    await session.until(/❯ .*not/);
    session.press('down', 'enter');
    session.type('3\r');
    await session.until(/❯ top_k +3/);
  });
});
