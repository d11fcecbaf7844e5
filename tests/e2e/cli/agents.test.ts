import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { at, temporaryFolder } from '../../support/cli.ts';
import { inProcessTerminal as inTerminal } from '../../support/in-process-terminal.ts';
import { recordingSandbox } from '../../support/recording-sandbox.ts';

const sandbox = await recordingSandbox();
const environment = { HF_TOKEN: 'hf_sandbox', CLAUDECODE: '1', COLORTERM: 'truecolor' };

/** What a command writes to the terminal of an agent, without line breaks of the terminal. */
async function run(words: readonly string[], more: Readonly<Record<string, string>> = {}, folder?: string) {
  const session = inTerminal([...words, ...at(sandbox)], {
    environment: { ...environment, ...more },
    columns: 200,
    ...(folder === undefined ? {} : { folder }),
  });
  const code = await session.ended;
  return { code, screen: session.screen(), written: session.written() };
}

describe('in the terminal of an agent', () => {
  test.each([
    [[], /The picker does not open while CLAUDECODE is set\nhint: Use tryout run <task>/],
    [['asr'], /does not open.*\nhint: Use tryout run automatic-speech-recognition instead/],
    [['chat'], /tryout chat requires a prompt\nhint: For example tryout chat "Hello"/],
    [['open', 'last'], /tryout open requires a terminal\nhint: Use tryout rerun last/],
    [['login'], /requires a terminal\nhint: Pipe it in: tryout login --token-stdin/],
    [['run', 'asr'], /Missing input --audio/],
  ])('%j opens nothing, and names the command to use', async (words, message) => {
    const { code, screen } = await run(words);
    expect([code, screen]).toEqual([2, expect.stringMatching(message)]);
  });

  test('a run prints what a pipe gets: no colors, bars, progress or controls', async () => {
    const { code, screen, written } = await run(['run', 'sentiment', 'a lovely day']);
    expect([code, screen.split('\n')[0]]).toEqual([0, expect.stringMatching(/^POSITIVE\s+[\d.]+$/)]);
    // oxlint-disable-next-line no-control-regex -- matches control characters
    expect(written.replace(/\t/g, ' ')).not.toMatch(/[\u001b█▏]/);
  });

  test('an image is saved instead of written to the terminal', async () => {
    const folder = temporaryFolder();
    const { code, screen } = await run(['run', 't2i', 'a red circle'], {}, folder);
    const [name = ''] = /tryout-text-to-image-[\d-]+\.png/.exec(screen) ?? [];
    expect([code, (await readFile(`${folder}/${name}`)).length > 100]).toEqual([0, true]);
  });

  test.each(['AI_AGENT', 'GEMINI_CLI'])('%s is recognized', async (name) => {
    const { screen } = await run([], { CLAUDECODE: '', [name]: '1' });
    expect(screen).toContain(`does not open while ${name} is set`);
  });
});
