import { describe, expect, it } from 'vitest';
import { createEditor } from '../../../packages/cli/src/text-editing/editor.ts';
import { drawn, editorWith, named, paste, press, theme, type } from './support.ts';

describe('characters', () => {
  it.each([
    ['a family', 'x👨‍👩‍👧‍👦y', 'x👨‍👩‍👧‍👦'],
    ['flags', 'x🇩🇪🇫🇷', 'x🇩🇪'],
    ['a skin tone', '👍🏽👍🏽', '👍🏽'],
    ['combining marks', 'ee\u0301\u0323', 'e'],
    ['Hangul in parts', '\u1112\u1161\u11ab\u1100\u1173\u11af', '\u1112\u1161\u11ab'],
    ['Thai', 'ที่นี่', 'ที่'],
    ['Devanagari', 'हिन्दी', 'हि'],
    ['a heart with a variation selector', 'a❤️', 'a'],
  ])('deletes %s as one character', (_name, text, left) => {
    const editor = editorWith(text);
    press(editor, 'backspace');
    expect(editor.text).toBe(left);
    press(editor, 'ctrl+a', 'delete');
    expect(left.startsWith(editor.text)).toBe(left === '' || editor.text === '');
  });

  it('moves the cursor after a letter typed before a combining mark', () => {
    const editor = editorWith('\u0301');
    press(editor, 'ctrl+a');
    type(editor, 'e');
    type(editor, '!');
    expect(editor.text).toBe('e\u0301!');
  });
});

describe('rows', () => {
  it('wraps at words, splits overlong words and shows the cursor after a full row', () => {
    const editor = editorWith('one two three incomprehensibilities');
    expect(drawn(editor, 10)).toEqual(['one two ', 'three ', 'incompreh', 'ensibilit', 'ies| ']);
    const full = editorWith('123456789');
    expect(drawn(full, 10)).toEqual(['123456789| ']);
  });

  it('moves a wide character that does not fit to the next row', () => {
    expect(drawn(editorWith('漢字漢字漢'), 10)).toEqual(['漢字漢字', '漢| ']);
    expect(drawn(editorWith('abc漢字漢字'), 10)).toEqual(['abc漢字漢', '字| ']);
  });

  it('moves up and down by visual rows', () => {
    const editor = editorWith('漢字かな\nabcdefgh\n\n👍👍👍👍');
    press(editor, 'up');
    expect(drawn(editor)).toEqual(['漢字かな', 'abcdefgh', '| ', '👍👍👍👍']);
    press(editor, 'up');
    expect(drawn(editor)[1]).toBe('abcdefgh| ');
    press(editor, 'left', 'left', 'left', 'up');
    // Column 5 is inside a character of two cells.
    expect(drawn(editor)[0]).toBe('漢字|かな');
    press(editor, 'down');
    expect(drawn(editor)[1]).toBe('abcde|fgh');
  });

  it('returns false for up in the first row and down in the last row', () => {
    const editor = editorWith('one two three');
    drawn(editor, 8);
    expect(editor.onKey(named('up'))).toBe(true);
    expect(editor.onKey(named('up'))).toBe(false);
    expect(editor.onKey(named('down'))).toBe(true);
    expect(editor.onKey(named('down'))).toBe(false);
  });

  it('scrolls with the cursor', () => {
    const editor = editorWith(Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n'));
    expect(drawn(editor, 20, 3)).toEqual(['line 17', 'line 18', 'line 19| ']);
    press(editor, 'ctrl+home');
    expect(drawn(editor, 20, 3)).toEqual(['|line 0', 'line 1', 'line 2']);
    press(editor, 'page-down');
    expect(drawn(editor, 20, 3)).toEqual(['line 0', 'line 1', '|line 2']);
  });
});

describe('invisible characters', () => {
  it('shows control characters by their code points and moves over each as one', () => {
    const editor = editorWith('a\u001bb\u202ec\u200b');
    expect(drawn(editor, 60)).toEqual(['a<U+001B>b<U+202E>c<U+200B>| ']);
    press(editor, 'left', 'left', 'left');
    expect(drawn(editor, 60)).toEqual(['a<U+001B>b|<U+202E>c<U+200B>']);
    expect(editor.text).toBe('a\u001bb\u202ec\u200b');
  });

  it('removes control characters and colors from a paste but keeps tabs', () => {
    const editor = createEditor({ theme });
    paste(editor, 'a\tb\u001b[31mred\u001b[0m\u0007\u009b\nc');
    expect(editor.text).toBe('a\tbred\nc');
    expect(drawn(editor)).toEqual(['a   bred', 'c| ']);
  });

  it('normalizes line endings', () => {
    const editor = editorWith('a\r\nb\rc');
    expect(editor.text).toBe('a\nb\nc');
  });
});

describe('words', () => {
  it.each([
    ['the quick fox', 'the quick '],
    ['東京都に行く', '東京都に'],
    ['สวัสดีครับ', 'สวัสดี'],
    ['a.b (c)', 'a.b ('],
    ['end...  ', ''],
  ])('deletes the last word of %j', (text, left) => {
    const editor = editorWith(text);
    press(editor, 'ctrl+w');
    expect(editor.text).toBe(left);
  });

  it('moves over words and lines', () => {
    const editor = editorWith('one two\nthree');
    press(editor, 'alt+b', 'alt+b', 'alt+b', 'alt+d');
    expect(editor.text).toBe('one \nthree');
    press(editor, 'ctrl+right', 'alt+f', 'ctrl+left');
    expect(drawn(editor)).toEqual(['one ', '|three']);
  });

  it('finds words in a long line without spaces', () => {
    const editor = editorWith('a'.repeat(5000));
    press(editor, 'ctrl+w');
    expect(editor.text).toBe('');
    const han = editorWith(`${'漢字かな交じり文'.repeat(500)}東京`);
    press(han, 'ctrl+w');
    expect(han.text).toBe('漢字かな交じり文'.repeat(500));
  });
});

describe('undo', () => {
  it('undoes typing word by word and a paste in one step', () => {
    const editor = createEditor({ theme });
    type(editor, 'one two');
    paste(editor, ' three four');
    type(editor, '!');
    press(editor, 'ctrl+_', 'ctrl+_');
    expect(editor.text).toBe('one two');
    press(editor, 'alt+u');
    expect(editor.text).toBe('one');
    press(editor, 'alt+shift+u', 'alt+shift+u');
    expect(editor.text).toBe('one two three four');
  });

  it('returns false when there is nothing to undo', () => {
    const editor = editorWith('from elsewhere');
    expect(editor.onKey(named('ctrl+_'))).toBe(false);
  });
});

describe('a single-line editor', () => {
  it('replaces newlines with spaces and does not handle vertical keys', () => {
    const editor = createEditor({ theme, isOneLine: true });
    paste(editor, 'one\ntwo\n');
    expect(editor.text).toBe('one two');
    expect(['up', 'down', 'ctrl+j', 'enter'].map((name) => editor.onKey(named(name)))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('scrolls sideways by complete characters', () => {
    const editor = editorWith('漢字かな交じり文', true);
    expect(drawn(editor, 8)).toEqual(['じり文| ']);
    press(editor, 'home');
    expect(drawn(editor, 8)).toEqual(['|漢字かな']);
  });

  it('masks a secret, showing only its length', () => {
    const editor = createEditor({ theme, mask: '*' });
    paste(editor, 'hf_secret words');
    expect(drawn(editor, 30)).toEqual([`${'*'.repeat(15)}| `]);
    press(editor, 'alt+b');
    expect(drawn(editor, 30)).toEqual([`|${'*'.repeat(15)}`]);
  });
});

it('shows the placeholder in an empty editor', () => {
  const editor = createEditor({ theme });
  const options = { isFocused: false, placeholder: 'Type a text here' };
  expect(editor.draw({ columns: 10, rows: 1 }, options)).toEqual(['Type a te…']);
  type(editor, 'x');
  expect(editor.draw({ columns: 10, rows: 1 }, options)).toEqual(['x']);
});

it.each([
  ['words', 'lorem ipsum dolor '],
  ['wide characters', 'lorem 世界 ああ 한글 '],
  ['lines', 'lorem ipsum dolor\n'],
])('draws a megabyte of pasted %s without a pause', (_name, text) => {
  const editor = editorWith('');
  paste(editor, text.repeat(Math.ceil(1_000_000 / text.length)));
  expect(drawn(editor, 80, 3)).toHaveLength(3);
});
