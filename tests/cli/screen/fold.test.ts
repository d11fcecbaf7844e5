import { describe, expect, it } from 'vitest';
import { fold } from '../../../packages/cli/src/screen/index.ts';

describe('fold', () => {
  it.each([
    ['keeps a text that fits', 'a few words', 20, 'a few words'],
    ['breaks between words', 'a few words more', 11, 'a few words\nmore'],
    [
      'does not split long words',
      'see https://example.com/long there',
      10,
      'see\nhttps://example.com/long there',
    ],
    ['starts with a long word', 'https://example.com/long again', 9, 'https://example.com/long\nagain'],
    ['keeps line breaks', 'one\ntwo three', 5, 'one\ntwo\nthree'],
    ['keeps indentation', '  some words', 8, '  some\n  words'],
    ['keeps the indentation of lines that fit', `${' '.repeat(12)}a word`, 20, `${' '.repeat(12)}a word`],
    ['counts the width of wide characters', '東京 大阪 京都', 10, '東京 大阪\n京都'],
  ])('%s', (_name, text, columns, folded) => expect(fold(text, columns)).toBe(folded));
});
