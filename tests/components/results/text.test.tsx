import { expect, test } from 'vitest';
import type { Locator } from 'vitest/browser';
import { hostileMarkdown } from '../../support/hostile-markdown.ts';
import { showResult, startChat } from '../support/mount.tsx';
import { json } from '../support/server.ts';
import { button, clipboardText, stopRun, textsOf, within } from '../support/user.ts';

const isAnswered = () => expect.element(button('Answer again')).toBeEnabled();
const showText = (text: string) =>
  showResult('summarization/sandbox/lead-summary', { answer: json({ summary_text: text }) });

/** Everything in an element, as it is selected and copied. */
function selectedIn(element: Element): string {
  getSelection()!.selectAllChildren(element);
  return getSelection()!.toString().trim();
}

test('a stream is shown as it arrives and announced in complete sentences', async () => {
  const { output, say, finish } = await startChat();
  const spoken = () => output.getByRole('log').query()?.textContent;
  await say('Once upon a **time** there was');
  await expect.poll(() => textsOf(within(output, 'strong'))).toEqual(['time']);
  expect(spoken()).toBe('');
  await say(' a model. It wrote');
  await expect.poll(spoken).toBe('Once upon a **time** there was a model.');
  await say(' a line.\n    And another.');
  await expect
    .poll(() => within(output, '[aria-busy]')[0]?.innerText)
    .toMatch(/^Once upon a time there was a model\. It wrote a line\.\n\s*And another\.$/);
  await finish();
  await expect.poll(spoken).toMatch(/And another\.$/);
});

test('X5: a stream of 100,000 letters without a space can be canceled at once', async () => {
  const { output, say, hasLeft } = await startChat();
  await say('Once: ');
  for (let piece = 0; piece < 100; piece += 1) await say('س'.repeat(1000));
  await expect.element(output.getByText('Streaming: 100,006 characters so far')).toBeVisible();
  await stopRun();
  expect(await hasLeft('/chat/completions')).toBe(true);
});

test.each(['nested quotes', 'emphasis', 'a table of empty cells', 'code blocks'])(
  'X12, X13: an answer of %s is displayed completely, in a bounded number of elements',
  { tags: ['nightly'] },
  async (name) => {
    const { output, say, finish } = await startChat();
    await say('The **start**.\n\n');
    await expect.poll(() => textsOf(within(output, 'strong'))).toEqual(['start']);
    await say(`${hostileMarkdown[name]}\n\n`);
    await finish();
    await isAnswered();
    expect(within(output, '*').length).toBeLessThan(15_000);
    // Letters are displayed in any case.
    const lettersIn = (text: string) => text.replaceAll(/[^a-z]/g, '').length;
    expect(lettersIn(output.element().textContent)).toBeGreaterThanOrEqual(lettersIn(hostileMarkdown[name]!));
    expect(within(output, 'strong')[0]?.textContent).toBe('start');
  },
);

test('R23: an answer has everything that the model wrote, also when it is selected or copied', async () => {
  const written = [
    'From 0.3~8mm to 0.3~4.5mm, `~c~` and ~~gone~~ &amp; `&amp;` <think>why</think>',
    '[bar]: note\n[bar] and f[0](x), [a](https://a.example "hint") ![b](https://b.example/c.png)',
    '3. three\n1. one\n7. seven',
    '| h |\n|---|\n| i | j || k |',
    'See \\(x_1\\).\n\n<!-- hidden -->\n\n[d]: https://d.example',
  ].join('\n\n');
  const { output, say, finish } = await startChat();
  for (const piece of written.match(/[^]{1,9}/g)!) await say(piece);
  await finish();
  await isAnswered();
  const text = selectedIn(within(output, '[aria-busy]')[0]!);
  for (const part of [
    'From 0.3~8mm to 0.3~4.5mm, ~c~ and gone & &amp; <think>why</think>',
    '[bar]: note\n[bar] and f[0](x), a (hint) b (https://b.example/c.png)',
    'j || k',
    'See \\(x_1\\).',
    '<!-- hidden -->',
    '[d]: https://d.example',
  ])
    expect(text).toContain(part);
  expect(textsOf(within(output, 'del'))).toEqual(['gone']);
  expect(within<HTMLLIElement>(output, 'ol ol > li').map(({ value }) => value)).toEqual([3, 1, 7]);
  await button('Copy').click();
  await expect.poll(clipboardText).toBe(written);
});

const textIn = (output: Locator) => output.getByRole('group', { name: 'Text' }).query();

test('a long text is shown to its end and selected as it is', { tags: ['nightly'] }, async () => {
  const lines = Array.from(
    { length: 75_000 },
    (_, line) => `Line ${line}, too many to read.\n${line % 7 ? '' : '\n'}`,
  );
  const text = `${lines.join('')}The end.`;
  const { output } = await showText(text);
  await expect.poll(() => textIn(output)?.textContent === text).toBe(true);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
  expect(selectedIn(textIn(output)!) === text).toBe(true);
});

const family = '👨‍👩‍👧‍👦';

test.each([
  ['joined letters', 'س'.repeat(100_000)],
  ['letters with dictionary-based line breaks', 'ภาษาไทย'.repeat(14_000)],
  ['emoji, 1 MB', family.repeat(40_000)],
  ['accents, 1 MB', `e${'\u0301'.repeat(500_000)}`],
])(
  'X5: long words of %s are laid out in short pieces, without a change',
  { tags: ['nightly'] },
  async (_, word) => {
    const { output } = await showText(word);
    await expect.poll(() => textIn(output)?.textContent === word).toBe(true);
    const pieces = Array.from(textIn(output)!.querySelectorAll('span'));
    // The ends of blocks may be short enough to remain.
    expect(textsOf(pieces).join('').length).toBeGreaterThan(0.9 * word.length);
    expect(Math.max(...pieces.map(({ textContent }) => textContent.length))).toBeLessThanOrEqual(1000);
    expect(getComputedStyle(pieces[0]!).unicodeBidi).toBe('isolate');
  },
);

test('X5: a long word fills its lines, is selected unchanged, and never splits an emoji', async () => {
  const word = `${'A'.repeat(9996)}${family.repeat(200)}${'B'.repeat(3000)}`;
  const { output } = await showText(`In words: ${word} and on.`);
  await expect.poll(() => textIn(output)).not.toBeNull();
  const box = textIn(output)!;
  expect(selectedIn(box)).toBe(`In words: ${word} and on.`);
  const pieces = textsOf(box.querySelectorAll('span'));
  expect(pieces.length).toBeGreaterThan(20);
  expect(pieces.filter((piece) => /^\u200d|\u200d$/.test(piece))).toEqual([]);
  const lines = new Map<number, { left: number; right: number }>();
  for (const { top, left, right } of getSelection()!.getRangeAt(0).getClientRects()) {
    const line = lines.get(Math.round(top)) ?? { left, right };
    lines.set(Math.round(top), { left: Math.min(line.left, left), right: Math.max(line.right, right) });
  }
  const widths = Array.from(lines.values(), ({ left, right }) => right - left);
  // All except the last line and the one before an emoji boundary.
  const full = Math.max(...widths);
  expect(widths.filter((width) => width < full * 0.9).length).toBeLessThanOrEqual(2);
});
