import { describe, expect, test } from 'vitest';
import { markdownBlocks, type MarkdownToken } from '@tryout/engine';
import { hostileMarkdown, randomMarkdown } from '../../support/hostile-markdown.ts';

interface Shape {
  readonly tokens: number;
  readonly depth: number;
}

function shapeOf(value: unknown): Shape {
  if (Array.isArray(value))
    return value.map(shapeOf).reduce(
      (sum, { tokens, depth }) => ({
        tokens: sum.tokens + tokens,
        depth: Math.max(sum.depth, depth),
      }),
      { tokens: 0, depth: 0 },
    );
  if (typeof value !== 'object' || value === null) return { tokens: 0, depth: 0 };
  const { tokens, depth } = shapeOf(Object.values(value));
  return { tokens: tokens + 1, depth: depth + 1 };
}

/** Expects a bounded tree that has the whole text. */
function expectBounded(blocks: readonly MarkdownToken[], text: string): void {
  const { tokens, depth } = shapeOf(blocks);
  expect(tokens).toBeLessThan(30_000);
  // A list and its items are two objects.
  expect(depth).toBeLessThanOrEqual(310);
  const written = blocks.map(({ raw }) => raw).join('');
  // The lexer writes the space after a final bullet as a newline.
  expect(written.replaceAll(/\s/g, ' ') === text.replaceAll(/\s/g, ' '), 'the text letter for letter').toBe(
    true,
  );
}

// Without bounds, some of these take minutes; with them, all take a second.
test.each(Object.entries(hostileMarkdown))('X12, X13: %s', (_name, text) => {
  expectBounded(markdownBlocks()(text), text);
});

function expectBoundedSeeds(from: number, to: number): void {
  for (let seed = from; seed < to; seed += 1) {
    const text = randomMarkdown(seed);
    expectBounded(markdownBlocks()(text), text);
  }
}

test('X12, X13: random delimiters', () => expectBoundedSeeds(0, 8));
test('X12, X13: more random delimiters', { tags: ['nightly'] }, () => expectBoundedSeeds(8, 100));

describe('X13: a text that is streamed', () => {
  test.each(Object.entries(hostileMarkdown))('%s', (_name, text) => {
    const blocksOf = markdownBlocks();
    let blocks: readonly MarkdownToken[] = [];
    for (let end = 0; end < text.length + 5000; end += 5000) blocks = blocksOf(text.slice(0, end));
    expectBounded(blocks, text);
  });

  test('keeps finished blocks', () => {
    const blocksOf = markdownBlocks();
    const paragraphs = (count: number) => '**Some** words.\n\n'.repeat(count);
    const before = blocksOf(paragraphs(500));
    const after = blocksOf(paragraphs(600));
    expect(after[900] === before[900]).toBe(true);
  });
});

/** Of many blocks rather than a bad one. */
const several = ['headings', 'code blocks'];

test.each(Object.entries(hostileMarkdown).filter(([name]) => !several.includes(name)))(
  'X13: the blocks around %s stay formatted',
  (_name, text) => {
    const blocks = markdownBlocks()(`# Title\n\n${text}\n\n\nThe **end**.\n\n- one\n- two\n`);
    expect(blocks[0]).toMatchObject({ type: 'heading', text: 'Title' });
    expect(blocks.at(-1)?.type).toBe('list');
  },
);

test('links find their definitions at the end of a long text', () => {
  const text = `[first][1] and [second]\n\n${'Some words.\n\n'.repeat(1000)}[1]: https://a.example\n[second]:\n  https://b.example\n`;
  expect(markdownBlocks()(text)[0]).toMatchObject({
    tokens: [{ href: 'https://a.example' }, { type: 'text' }, { href: 'https://b.example' }],
  });
});
