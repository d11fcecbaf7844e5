import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { at, temporaryFolder } from '../../support/cli.ts';
import { cliInProcess as cli } from '../../support/cli-in-process.ts';
import { copiedText, openPicker } from '../../support/open-picker.ts';
import { inProcessTerminal } from '../../support/in-process-terminal.ts';
import type { TerminalOptions, TerminalSession } from '../../support/terminal-session.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox({
  listing: [
    {
      id: 'acme/mask',
      pipeline_tag: 'fill-mask',
      library_name: 'transformers',
      transformersInfo: { auto_model: 'AutoModelForMaskedLM', processor: 'AutoTokenizer' },
    },
  ],
});
const TOKEN = 'hf_CanaryInNoCode';
const MODEL = 'sandbox/vader-sentiment';
const TEXT = 'What a "lovely" day';
const environment = { HF_TOKEN: TOKEN, PATH: '' };

async function openCode(words: readonly string[], options: TerminalOptions = {}): Promise<TerminalSession> {
  const session = await openPicker(sandbox, words, { environment, ...options }).showing(/lovely[^]*Run/);
  await session.pressUntil('ctrl+g', /1 curl/);
  return session;
}

describe('the code of a run', () => {
  test('matches `tryout snippet`, and c copies it exactly, without the token (F14)', async () => {
    const session = await openCode(['text-classification', MODEL, TEXT], { columns: 50 });
    const expected = await cli(
      ['snippet', 'text-classification', TEXT, '-m', MODEL, '--client', 'curl', ...at(sandbox)],
      { environment },
    );
    session.press('c');
    expect(await copiedText(session)).toBe(expected.stdout);
    expect(expected.stdout).toContain('$HF_TOKEN');
    await session.until(/Copied/);
    expect(session.written()).not.toContain(TOKEN);
  });

  test('T15: switches languages by number and Tab, clients by arrows, and remembers the last one; NO_COLOR: uses no color', async () => {
    const session = await openCode(['text-classification', MODEL, TEXT], {
      environment: { ...environment, NO_COLOR: '1' },
    });
    await session.until(/← → client/);
    expect(session.screen()).toMatch(/\[1 curl\] +2 Python +3 JavaScript/);
    await session.pressUntil('2', /\[requests\][^]*Install: pip install requests/);
    await session.pressUntil('right', /\[huggingface_hub\][^]*from huggingface_hub import InferenceClient/);
    await session.pressUntil('tab', /\[fetch\][^]*await fetch\(/);
    await session.pressUntil(['left', 'left'], /\[huggingface_hub\]/);
    await session.pressUntil('escape', /Run/);
    await session.pressUntil('ctrl+g', /\[huggingface_hub\][^]*InferenceClient/);
    // oxlint-disable-next-line no-control-regex -- these are the sequences to find
    expect(session.written()).not.toMatch(/\u001b\[(?:[1-9]|3\d|9\d)(?:;\d+)*m/);
  });

  test('explains why a client is not available', async () => {
    const session = await openCode(['text-classification', MODEL, TEXT]);
    await session.pressUntil(['2', 'left', 'left', 'left'], /\[openai\]/);
    expect(session.screen()).toContain('openai only supports chat.');
    expect(session.screen()).not.toContain('c copy');
    await session.pressUntil('1', /\[1 curl\]/);
    await session.pressUntil('enter', /Python: openai/);
    await session.typeUntil('openai', /❯ Python: openai/);
    await session.pressUntil('enter', /\[openai\]/);
  });

  test('C17: s asks for a file name, Esc saves nothing, and the saved file runs', async () => {
    const folder = temporaryFolder();
    const name = 'tryout-text-classification-fetch.mjs';
    const saved = () => readdirSync(folder).filter((each) => each.startsWith('tryout-'));
    const session = await openCode(['text-classification', MODEL, TEXT], { folder });
    await session.pressUntil('3', /\[fetch\]/);
    await session.pressUntil('s', /Save as: tryout-text-classification-fetch\.mjs[^]*Enter save/);
    await session.pressUntil('escape', (screen) => !screen.includes('Save as'));
    expect(saved()).toEqual([]);
    await session.pressUntil('s', /Save as:/);
    await session.pressUntil('enter', /Saved to tryout-text-classification-fetch\.mjs/);
    const path = join(folder, name);
    const ran = await promisify(execFile)(process.execPath, [path], { env: { HF_TOKEN: 'hf_any' } });
    expect(JSON.parse(ran.stdout)).toEqual(expect.any(Array));
    expect(readFileSync(path, 'utf8')).not.toContain(TOKEN);
  });

  test('wraps long lines with a marker and scrolls to the end of the code', async () => {
    const session = await openCode(['text-classification', MODEL, TEXT], { columns: 40, rows: 12 });
    expect(await session.until(/↳ /)).toMatch(/… \d+ more/);
    await session.pressUntil('end', (screen) => !screen.includes('more'));
  });

  test('asks you to fill in the inputs first', async () => {
    const session = inProcessTerminal(['text-classification', MODEL, ...at(sandbox)], { environment });
    await session.until(/Run/);
    await session.pressUntil('ctrl+g', /Fill in the inputs to get/);
  });

  test('shows library code for a model without a provider', async () => {
    const session = inProcessTerminal(['fill-mask', 'acme/mask', 'a <mask> day', ...at(sandbox)], {
      environment,
    });
    await session.until(/acme\/mask/);
    await session.pressUntil('ctrl+g', /1 Transformers[^]*from transformers import/);
  });
});
