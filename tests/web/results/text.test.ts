import { markedParts } from '@tryout/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokensOf } from '../../../packages/web/src/results/json-view.tsx';
import { codeParts, createFences } from '../../../packages/web/src/results/text/code-parts.ts';
import { createTextBlocks, markedBlocks } from '../../../packages/web/src/results/text/text-blocks.tsx';

const piece = fc
  .tuple(fc.constantFrom('word ', 'a line of its own\n', '\n', 'x'.repeat(900)), fc.nat(200))
  .map(([text, times]) => text.repeat(times));

test('blocks of a growing text are the text, and finished ones stay', () => {
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

test('blocks end where lines end unless a line is enormous', () => {
  const blocks = createTextBlocks()(`${'a line of words\n'.repeat(1000)}${'w'.repeat(50_000)}`);
  const ends = blocks.slice(0, -1).map((block) => block.at(-1));
  expect(ends.filter((end) => end !== '\n').length).toBeLessThanOrEqual(2);
  expect(Math.max(...blocks.map(({ length }) => length))).toBeLessThanOrEqual(22_000);
});

test('no block divides a character', () => {
  const blocks = createTextBlocks()(`${'👩'.repeat(10_000)}w${'👩'.repeat(20_000)}`);
  expect(blocks.length).toBeGreaterThan(2);
  expect(blocks.filter((block) => /^[\udc00-\udfff]|[\ud800-\udbff]$/.test(block))).toEqual([]);
});

test('another text in place of the first begins anew', () => {
  const blocksOf = createTextBlocks();
  blocksOf('first\n'.repeat(2000));
  expect(blocksOf('second')).toEqual(['second']);
  expect(blocksOf('')).toEqual([]);
});

test('blocks of a marked text are its parts, and no mark is divided', () => {
  const place = fc
    .tuple(fc.nat(20_000), fc.nat(40))
    .map(([start, length]) => ({ start, end: start + length }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), fc.array(place, { maxLength: 30 }), (pieces, marks) => {
      const text = pieces.join('');
      const parts = markedParts(text, marks);
      const blocks = markedBlocks(parts);
      const flat = blocks.flat();
      expect(flat.map((part) => part.text).join('')).toBe(text);
      expect(flat.filter(({ mark }) => mark)).toEqual(parts.filter(({ mark }) => mark));
      expect(blocks.every((block) => block.length > 0)).toBe(true);
    }),
  );
});

test('tokens of JSON are its line, names apart from texts', () => {
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

test('parts of a text are the text, and code is the same however the text is divided', () => {
  fc.assert(
    fc.property(fc.array(fenced, { maxLength: 12 }), fc.nat(12), (lines, cut) => {
      const text = lines.join('\n');
      const whole = codeParts(text, '').parts;
      expect(whole.map((part) => part.text).join('')).toBe(text);
      const blocks = [`${lines.slice(0, cut).join('\n')}\n`, lines.slice(cut).join('\n')];
      const fences = createFences()(blocks);
      const letters = (parts: { readonly text: string; readonly isCode: boolean }[]) =>
        parts.flatMap(({ text: part, isCode }) => part.split('').map((letter) => `${letter}${isCode}`));
      const divided = blocks.flatMap((block, index) => letters(codeParts(block, fences[index]!).parts));
      expect(divided).toEqual(letters(codeParts(blocks.join(''), '').parts));
    }),
  );
});

test('code is what stands between fences, which are its own', () => {
  const code = '```js\n~~~\n``\nlet x = 1;\n````\n';
  expect(codeParts(`So:\n${code}Done, with \`\`\`words\`\`\`.`, '').parts).toEqual([
    { text: 'So:\n', isCode: false },
    { text: code, isCode: true },
    { text: 'Done, with ```words```.', isCode: false },
  ]);
  expect(codeParts('~~~\nstill coming', '').parts).toEqual([{ text: '~~~\nstill coming', isCode: true }]);
});
