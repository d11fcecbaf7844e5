import { expect, test } from 'vitest';
import { clipboardText } from '../../../support/browser/data-transfer.ts';
import { chatAnswers } from '../../../support/chat-server.ts';
import { hostileMarkdown } from '../../../support/hostile-markdown.ts';
import { openResult } from './open-result.ts';

test.each(['nested quotes', 'emphasis', 'a table of empty cells', 'code blocks'])(
  'X12, X13: an answer of %s is displayed with a bounded number of elements',
  async (name) => {
    const { answer, say, finish } = chatAnswers();
    const { output } = await openResult({ path: 'text-generation/sandbox/plain-assistant', answer });
    await say('The **start**.\n\n');
    await output.locator('strong').getByText('start').waitFor();
    await say(`${hostileMarkdown[name]}\n\n`);
    await finish();
    await output.getByRole('button', { name: 'Answer again' }).waitFor();
    // Without bounds, the page would be blocked for a minute, or crash.
    expect(await output.locator('*').count()).toBeLessThan(15_000);
    // Nothing is lost: letters, which are displayed in any case.
    const letters = hostileMarkdown[name]!.replaceAll(/[^a-z]/g, '').length;
    const text = (await output.textContent()) ?? '';
    expect(await output.locator('strong').first().textContent()).toBe('start');
    expect(text.replaceAll(/[^a-z]/g, '').length).toBeGreaterThanOrEqual(letters);
  },
);

test('R23: an answer has everything that the model wrote, also when it is copied', async () => {
  const written = [
    'From 0.3~8mm to 0.3~4.5mm, `~c~` and ~~gone~~ &amp; `&amp;` <think>why</think>',
    '[bar]: note\n[bar] and f[0](x), [a](https://a.example "hint") ![b](https://b.example/c.png)',
    '3. three\n1. one\n7. seven',
    '| h |\n|---|\n| i | j || k |',
    'See \\(x_1\\).\n\n<!-- hidden -->\n\n[d]: https://d.example',
  ].join('\n\n');
  const { answer, say, finish } = chatAnswers();
  const { output, context } = await openResult({ path: 'text-generation/sandbox/plain-assistant', answer });
  for (const piece of written.match(/[^]{1,9}/g)!) await say(piece);
  await finish();
  await output.getByRole('button', { name: 'Answer again' }).waitFor();
  await output.locator('del').waitFor();
  // Without the text for screen readers.
  const text = await output
    .locator('p:has(del) ~ *, p:has(del)')
    .evaluateAll((blocks) => blocks.map((block) => (block as HTMLElement).innerText).join('\n'));
  for (const part of [
    'From 0.3~8mm to 0.3~4.5mm, ~c~ and gone & &amp; <think>why</think>',
    '[bar]: note\n[bar] and f[0](x), a (hint) b (https://b.example/c.png)',
    'j || k',
    'See \\(x_1\\).',
    '<!-- hidden -->',
    '[d]: https://d.example',
  ])
    expect(text).toContain(part);
  const items = output.locator('ol ol > li');
  expect(await items.evaluateAll((list) => list.map((item) => (item as HTMLLIElement).value))).toEqual([
    3, 1, 7,
  ]);
  await output.getByRole('button', { name: 'Copy', exact: true }).last().click();
  await expect.poll(() => clipboardText(context)).toBe(written);
});
