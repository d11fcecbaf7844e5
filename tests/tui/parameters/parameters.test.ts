import { describe, expect, test } from 'vitest';
import { at } from '../../support/cli.ts';
import { chooseEndpoint, openPicker } from '../../support/open-picker.ts';
import { inTerminal, type TerminalOptions, type TerminalSession } from '../../support/pseudo-terminal.ts';
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
  test('describes each parameter; marks, keeps and sends those that are set', async () => {
    const session = await openParameters();
    expect(session.screen()).toMatch(/❯ {3}function_to_apply +< not set >/);
    expect(session.screen()).toContain('function_to_apply: one of sigmoid, softmax, none');
    session.press('down');
    expect(await session.until(/top_k: an integer/)).toContain('top K most probable classes');
    session.type('1');
    await session.until(/❯ • top_k +1/);
    await runFrom(session);
    expect(sentParameters()).toEqual({ top_k: 1 });
    session.press('escape');
    await session.until(/Run|Enter send/);
    session.press('ctrl+p');
    await session.until(/ {2}• top_k +1/);
  });

  test('C17: selects a choice by arrows, Space and first letter', async () => {
    const session = await openParameters();
    session.press('right');
    await session.until(/< sigmoid >/);
    session.press('space');
    await session.until(/< softmax >/);
    session.press('n');
    await session.until(/❯ • function_to_apply +< none >/);
    session.press('right');
    await session.until(/❯ {3}function_to_apply +< not set >[^]*Ctrl-F filter/);
    session.press('ctrl+f');
    await session.until(/❯ Filter:/);
    session.type('top');
    await session.until(/❯ {3}top_k/);
  });

  test('reports an invalid value while you type and on the form; Ctrl-L clears it', async () => {
    const session = await openParameters();
    session.press('down');
    session.type('1.5');
    await session.until(/❯ ! top_k +1\.5/);
    expect(session.screen()).toContain("top_k must be an integer, not '1.5'");
    session.press('ctrl+l');
    await session.until(/❯ {3}top_k +number/);
    expect(session.screen()).not.toContain('must be an integer, not');
    session.type('abc');
    await session.until(/❯ ! top_k +abc/);
    session.press('escape');
    await session.until(/top_k must be an integer, not 'abc'\. Ctrl-P: change it\./);
  });

  test('shows a long name in full if it fits next to a value', async () => {
    const words = ['zero-shot-classification', 'sandbox/label-overlap'];
    const session = await openParameters(words, { columns: 40, rows: 12 });
    expect(session.screen()).toMatch(/❯ {3}hypothesis_template +text/);
  });

  test('accepts an unknown parameter as name=value', async () => {
    const session = await openParameters();
    session.press('end');
    session.type('broken\r');
    await session.until(/Enter a parameter as name=value/);
    session.press('ctrl+u');
    session.type('my_own={"a":1}\r');
    await session.until(/• my_own +\{"a":1\}/);
    session.type('__proto__=1\r');
    await session.until(/Invalid parameter name: __proto__/);
    session.press('ctrl+l');
    await runFrom(session);
    expect(sentParameters()).toEqual({ my_own: { a: 1 } });
  });

  test('C2, C19: lists those of a chat model, most used first, with defaults and usual values', async () => {
    const session = await openParameters(['text-generation', 'sandbox/plain-assistant', 'Hi'], { rows: 40 });
    const screen = await session.until(/max_tokens: an integer, at least 0, default 500/);
    expect(screen).toMatch(/ max_tokens +default 500[^]*temperature[^]*top_p[^]*seed[^]*frequency_penalty/);
    expect(screen).not.toMatch(/max_new_tokens|logit_bias/);
    session.press('down');
    await session.until(/temperature: a number, usually 0 to 2/);
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

  test('C3: maps an alias to its parameter and suggests a fix for a misspelling', async () => {
    const session = await openParameters(['text-generation', 'sandbox/plain-assistant', 'Hi'], { rows: 40 });
    session.press('page-down', 'page-down', 'page-down');
    session.type('max_new_tokens=7\r');
    await session.until(/• max_tokens +7/);
    session.type('temprature=1\r');
    await session.until(/• temprature +1/);
    session.press('up');
    await session.until(/Unknown parameter temprature, sent as is\. Did you mean temperature\?/);
  });

  test('C17: Ctrl-F filters by parts of the name, and Enter goes to the match to set it', async () => {
    const session = await openParameters(['text-generation', 'sandbox/plain-assistant', 'Hi'], { rows: 40 });
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
    // A boolean is set and unset by letters and arrows.
    session.press('ctrl+f');
    session.type('logprobs');
    session.press('enter', 't');
    await session.until(/• logprobs +< true >/);
    session.press('right');
    await session.until(/• logprobs +< false >/);
    session.press('backspace');
    await session.until(/❯ {3}logprobs +< not set >/);
  });

  test('works in the smallest terminal', async () => {
    const session = inTerminal(['text-classification', MODEL, ...at(sandbox)], {
      environment,
      columns: 20,
      rows: 7,
    });
    await session.until(/feeling|form|Input/i);
    session.press('ctrl+p');
    await session.until(/❯ .*not/);
    session.press('down');
    session.type('3');
    await session.until(/❯ • \S*top_k +3/);
  });
});
