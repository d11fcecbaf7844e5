import { expect, test } from 'vitest';
import { watchPauses } from '../../../support/browser/rendering.ts';
import { chatAnswers } from '../../../support/chat-server.ts';
import { hostileMarkdown } from '../../../support/hostile-markdown.ts';
import { openResult } from './open-result.ts';

/** Milliseconds on a busy machine. Without bounds the page is blocked for a minute, or crashes. */
const MAX_PAUSE = 20_000;

test.each(['nested quotes', 'emphasis', 'a table of empty cells', 'code blocks'])(
  'X12, X13: an answer of %s is displayed without blocking the page',
  async (name) => {
    const { answer, say, finish } = chatAnswers();
    const { page, output } = await openResult({ path: 'text-generation/sandbox/plain-assistant', answer });
    await say('The **start**.\n\n');
    await output.locator('strong').getByText('start').waitFor();
    const getPause = await watchPauses(page);
    await say(`${hostileMarkdown[name]}\n\n`);
    await finish();
    await output.getByRole('button', { name: 'Answer again' }).waitFor();
    expect(await getPause()).toBeLessThan(MAX_PAUSE);
    expect(await output.locator('*').count()).toBeLessThan(15_000);
    // Nothing is lost: letters, which are displayed in any case.
    const letters = hostileMarkdown[name]!.replaceAll(/[^a-z]/g, '').length;
    const text = (await output.textContent()) ?? '';
    expect(await output.locator('strong').first().textContent()).toBe('start');
    expect(text.replaceAll(/[^a-z]/g, '').length).toBeGreaterThanOrEqual(letters);
  },
);
