import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitBlocks } from '../../../packages/web/src/results/text/text-blocks.tsx';

const piece = fc
  .tuple(fc.constantFrom('word ', 'a line of its own\n', '\n', 'x'.repeat(900)), fc.nat(200))
  .map(([text, times]) => text.repeat(times));

test('blocks of growing text add up to it, and completed blocks do not change', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      let text = '';
      let before: readonly string[] = [];
      for (const next of pieces) {
        text += next;
        const blocks = splitBlocks(text);
        expect(blocks.join('')).toBe(text);
        expect(blocks.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
        before = blocks;
      }
    }),
  );
});

test('blocks end at line breaks unless a line is extremely long', () => {
  const blocks = splitBlocks(`${'a line of words\n'.repeat(1000)}${'w'.repeat(50_000)}`);
  const ends = blocks.slice(0, -1).map((block) => block.at(-1));
  expect(ends.filter((end) => end !== '\n').length).toBeLessThanOrEqual(2);
  expect(Math.max(...blocks.map(({ length }) => length))).toBeLessThanOrEqual(22_000);
});

test('blocks do not split characters', () => {
  const blocks = splitBlocks(`${'👩'.repeat(10_000)}w${'👩'.repeat(20_000)}`);
  expect(blocks.length).toBeGreaterThan(1);
  expect(blocks.filter((block) => /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(block))).toEqual([]);
});
