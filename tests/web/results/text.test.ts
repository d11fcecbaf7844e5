import { markedParts } from '@tryout/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokensOf } from '../../../packages/web/src/results/json-view.tsx';
import { codeParts, createFences } from '../../../packages/web/src/results/text/code-parts.ts';
import { createTextBlocks, markedBlocks } from '../../../packages/web/src/results/text/text-blocks.tsx';

const piece = fc
  .tuple(fc.constantFrom('word ', 'a line of its own\n', '\n', 'x'.repeat(900)), fc.nat(200))
  .map(([text, times]) => text.repeat(times));

test('blocks of growing text add up to it, and completed blocks do not change', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const blocksOf = createTextBlocks();
      let text = '';
      let before: readonly string[] = [];
      for (const next of pieces) {
        text += next;
        const blocks = blocksOf(text);
        expect(blocks.join('')).toBe(text);
        expect(blocks.slice(0, Math.max(0, before.length - 1))).toEqual(before.slice(0, -1));
        before = blocks;
      }
    }),
  );
});

test('blocks end at line breaks unless a line is extremely long', () => {
  const blocks = createTextBlocks()(`${'a line of words\n'.repeat(1000)}${'w'.repeat(50_000)}`);
  const ends = blocks.slice(0, -1).map((block) => block.at(-1));
  expect(ends.filter((end) => end !== '\n').length).toBeLessThanOrEqual(2);
  expect(Math.max(...blocks.map(({ length }) => length))).toBeLessThanOrEqual(22_000);
});

test('blocks do not split characters', () => {
  const blocks = createTextBlocks()(`${'👩'.repeat(10_000)}w${'👩'.repeat(20_000)}`);
  expect(blocks.length).toBeGreaterThan(2);
  expect(blocks.filter((block) => /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(block))).toEqual([]);
});

test('a different text resets the blocks', () => {
  const blocksOf = createTextBlocks();
  blocksOf('first\n'.repeat(2000));
  expect(blocksOf('second')).toEqual(['second']);
  expect(blocksOf('')).toEqual([]);
});

test('blocks of highlighted text add up to its parts and do not split highlights', () => {
  const place = fc
    .tuple(fc.nat(20_000), fc.nat(40))
    .map(([start, length]) => ({ start, end: start + length }));
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 6 }),
      fc.array(place, { maxLength: 30 }),
      (pieces, highlights) => {
        const text = pieces.join('');
        const parts = markedParts(text, highlights);
        const blocks = markedBlocks(parts);
        const flat = blocks.flat();
        expect(flat.map((part) => part.text).join('')).toBe(text);
        expect(flat.filter(({ mark }) => mark)).toEqual(parts.filter(({ mark }) => mark));
        expect(blocks.every((block) => block.length > 0)).toBe(true);
      },
    ),
  );
});

test('JSON tokens add up to the line and distinguish names and strings', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      for (const line of JSON.stringify(JSON.parse(json), null, 2).split('\n')) {
        expect(
          tokensOf(line)
            .map(({ text }) => text)
            .join(''),
        ).toBe(line);
      }
    }),
  );
  const kinds = tokensOf('  "a\\"b": ["x: 1", -1.5e-7, null]').flatMap(({ text, kind }) =>
    kind ? [[kind, text]] : [],
  );
  expect(kinds).toEqual([
    ['name', '"a\\"b"'],
    ['string', '"x: 1"'],
    ['number', '-1.5e-7'],
    ['word', 'null'],
  ]);
});

const fenced = fc.constantFrom(
  'words\n',
  '```\n',
  '```python\n',
  '~~~~\n',
  '  ```\n',
  'a ``` b',
  '```x```\n',
  '\n',
  'x',
);

test('code parts add up to the text and do not depend on how it is split', () => {
  fc.assert(
    fc.property(fc.array(fenced, { maxLength: 12 }), fc.nat(12), (lines, cut) => {
      const text = lines.join('\n');
      const complete = codeParts(text, '').parts;
      expect(complete.map((part) => part.text).join('')).toBe(text);
      const blocks = [`${lines.slice(0, cut).join('\n')}\n`, lines.slice(cut).join('\n')];
      const fences = createFences()(blocks);
      const characters = (parts: { readonly text: string; readonly isCode: boolean }[]) =>
        parts.flatMap(({ text: part, isCode }) => part.split('').map((letter) => `${letter}${isCode}`));
      const divided = blocks.flatMap((block, index) => characters(codeParts(block, fences[index]!).parts));
      expect(divided).toEqual(characters(codeParts(blocks.join(''), '').parts));
    }),
  );
});

test('code is the text between matching fences', () => {
  const code = '```js\n~~~\n``\nlet x = 1;\n````\n';
  expect(codeParts(`So:\n${code}Done, with \`\`\`words\`\`\`.`, '').parts).toEqual([
    { text: 'So:\n', isCode: false },
    { text: code, isCode: true },
    { text: 'Done, with ```words```.', isCode: false },
  ]);
  expect(codeParts('~~~\nstill coming', '').parts).toEqual([{ text: '~~~\nstill coming', isCode: true }]);
});
