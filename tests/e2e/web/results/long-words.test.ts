import { expect, test } from 'vitest';
import { json, openResult, openResultPage } from './open-result.ts';

const family = '👨‍👩‍👧‍👦';

const words = {
  'kerned letters': 'A'.repeat(100_000),
  'joined letters': 'س'.repeat(100_000),
  'letters with dictionary-based line breaks': 'ภาษาไทย'.repeat(14_000),
  'emoji, 1 MB': family.repeat(40_000),
  'accents, 1 MB': `e${'\u0301'.repeat(500_000)}`,
};

/** Runs in the page: the length of the longest text that the browser lays out in one go. */
function findLongest(box: Element): number {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let longest = 0;
  while (texts.nextNode()) longest = Math.max(longest, texts.currentNode.textContent!.length);
  return longest;
}

// As one piece, each would block the page for half a minute.
test('X5: long words are laid out in pieces, letter for letter', async () => {
  const { output, show } = await openResultPage();
  const text = output.getByRole('group', { name: 'Text' });
  for (const [name, word] of Object.entries(words)) {
    await show({ path: 'summarization/sandbox/lead-summary', answer: json({ summary_text: word }) });
    expect(await text.evaluate(findLongest), name).toBeLessThanOrEqual(1000);
    const written = await text.evaluate((box) => box.textContent);
    expect(written === word, name).toBe(true);
  }
});

test('X5: a long word fills its lines, is copied unchanged, and never splits an emoji', async () => {
  const word = `${'A'.repeat(9996)}${family.repeat(200)}${'B'.repeat(3000)}`;
  const { output } = await openResult({
    path: 'summarization/sandbox/lead-summary',
    answer: json({ summary_text: `In words: ${word} and on.` }),
  });
  const text = output.getByRole('group', { name: 'Text' });
  await text.waitFor();
  const { selected, pieces, widths } = await text.evaluate((box) => {
    getSelection()!.selectAllChildren(box);
    const range = getSelection()!.getRangeAt(0);
    const lines = new Map<number, { left: number; right: number }>();
    for (const { top, left, right } of range.getClientRects()) {
      const line = lines.get(Math.round(top)) ?? { left, right };
      lines.set(Math.round(top), {
        left: Math.min(line.left, left),
        right: Math.max(line.right, right),
      });
    }
    return {
      selected: getSelection()!.toString().trim(),
      pieces: Array.from(box.querySelectorAll('span'), (piece) => piece.textContent),
      widths: Array.from(lines.values(), ({ left, right }) => right - left),
    };
  });
  expect(selected === `In words: ${word} and on.`, 'the text letter for letter').toBe(true);
  expect(pieces.length).toBeGreaterThan(20);
  expect(pieces.filter((piece) => /^\u200d|\u200d$/.test(piece))).toEqual([]);
  // All except the last line and the one before an emoji boundary.
  const full = Math.max(...widths);
  expect(widths.filter((width) => width < full * 0.9).length).toBeLessThanOrEqual(2);
});
