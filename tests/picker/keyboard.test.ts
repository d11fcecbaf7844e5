import { StringDecoder } from 'node:string_decoder';
import { expect, test } from 'vitest';
import { type Key, keyReader, pasteKey } from '../../packages/cli/src/text-editing/key.ts';
import { type Unit, unitReader } from '../../packages/cli/src/text-editing/units.ts';

/** Decodes terminal input that arrives in chunks, with long pauses between them if `isSlow`. */
function press(pieces: readonly (string | Buffer)[], isSlow = false) {
  const decoder = new StringDecoder();
  const units = unitReader();
  const read = keyReader();
  const keys: Key[] = [];
  const replies: string[] = [];
  const take = (unit: Unit) => {
    if (unit.kind === 'reply') return replies.push(unit.sequence);
    const key = unit.kind === 'paste' ? unit.text !== '' && pasteKey(unit.text) : read(unit.sequence);
    return key && keys.push(key);
  };
  const rest = () => {
    if (units.timeout() !== undefined) units.rest().forEach(take);
  };
  for (const piece of pieces) {
    units.next(typeof piece === 'string' ? piece : decoder.write(piece)).forEach(take);
    if (isSlow) rest();
  }
  rest();
  return { keys, replies, names: keys.map(({ name }) => name) };
}

const E = '\u001b';

test.each<[what: string, sent: string, names: string[]]>([
  ['letters', 'aA?é漢', ['a', 'A', '?', 'é', '漢']],
  ['a space', ' ', ['space']],
  ['an emoji outside the BMP', '😀', ['😀']],
  ['Enter', '\r', ['enter']],
  ['Ctrl-J, not Enter', '\n', ['ctrl+j']],
  ['Enter within typed text', 'a\rb', ['a', 'enter', 'b']],
  ['39 letters with Enter', `${'w'.repeat(39)}\r`, [...Array<string>(39).fill('w'), 'enter']],
  ['Alt-Enter', `${E}\r`, ['alt+enter']],
  ['Alt-Enter sent as a newline', `${E}\n`, ['alt+enter']],
  ['Tab and Shift-Tab', `\t${E}[Z`, ['tab', 'shift+tab']],
  ['Backspace', '\u007f', ['backspace']],
  ['Alt-Backspace', `${E}\u007f`, ['alt+backspace']],
  ['Ctrl-letters', '\u0001\u0003\u0012\u001a', ['ctrl+a', 'ctrl+c', 'ctrl+r', 'ctrl+z']],
  [
    'other control characters',
    '\u0000\u001c\u001d\u001e\u001f',
    ['ctrl+space', 'ctrl+\\', 'ctrl+]', 'ctrl+^', 'ctrl+_'],
  ],
  ['Alt-letters', `${E}b${E}B${E}.${E}é${E} `, ['alt+b', 'alt+shift+b', 'alt+.', 'alt+é', 'alt+space']],
  ['Ctrl-Alt-letters', `${E}\u0002`, ['ctrl+alt+b']],
  ['Alt with characters that start sequences', `${E}]`, ['alt+]']],
  ['Alt-[', `${E}[`, ['alt+[']],
  ['Alt-Shift-O', `${E}O`, ['alt+shift+o']],
  ['arrows', `${E}[A${E}[B${E}[C${E}[D`, ['up', 'down', 'right', 'left']],
  ['arrows in application mode', `${E}OA${E}OD`, ['up', 'left']],
  ['Ctrl-arrows', `${E}[1;5C${E}[1;5D`, ['ctrl+right', 'ctrl+left']],
  ['Ctrl-arrows in rxvt', `${E}Oc${E}Od`, ['ctrl+right', 'ctrl+left']],
  ['Alt-arrows', `${E}[1;3C${E}[1;9D`, ['alt+right', 'alt+left']],
  ['Alt-arrows with an ESC prefix', `${E}${E}[A${E}${E}OB`, ['alt+up', 'alt+down']],
  ['Shift-arrows', `${E}[1;2A${E}[a`, ['shift+up', 'shift+up']],
  ['Ctrl-Shift-arrows', `${E}[1;6A`, ['ctrl+shift+up']],
  [
    'Home and End in four encodings',
    `${E}[H${E}[F${E}[1~${E}[4~${E}OH${E}OF${E}[7~${E}[8~`,
    ['home', 'end', 'home', 'end', 'home', 'end', 'home', 'end'],
  ],
  [
    'Page Up, Page Down and Delete',
    `${E}[5~${E}[6~${E}[3~${E}[3;5~`,
    ['page-up', 'page-down', 'delete', 'ctrl+delete'],
  ],
  ['rxvt keys', `${E}[3$${E}[3^`, ['shift+delete', 'ctrl+delete']],
  ['F1 in its encodings', `${E}OP${E}[11~${E}[[A${E}[P`, ['f1', 'f1', 'f1', 'f1']],
  ['F5 and F12', `${E}[15~${E}[24~`, ['f5', 'f12']],
  ['Esc', E, ['escape']],
  ['Esc twice', E + E, ['escape', 'escape']],
])('%s', (_what, sent, names) => {
  expect(press([sent]).names).toEqual(names);
  // One byte at a time, as over a slow connection.
  const bytes = [...Buffer.from(sent)].map((byte) => Buffer.from([byte]));
  expect(press(bytes).names).toEqual(names);
});

test.each<[what: string, sent: string]>([
  ['mouse events', `${E}[<0;12;5M${E}[<0;12;5m`],
  ['focus events', `${E}[I${E}[O`],
  ['modifiers with two digits', `${E}[1;10A`],
  ['unnamed keys', `${E}[99~${E}[57441u`],
  ['control characters beyond ASCII', '\u0085\u009b'],
])('types nothing for %s', (_what, sent) => {
  expect(press([sent, 'x']).names).toEqual(['x']);
});

test('treats ESC as a key when nothing follows soon, and the next key as a separate key', () => {
  expect(press([E, '[', 'A'], true).names).toEqual(['escape', '[', 'A']);
  expect(press([E, 'q'], true).names).toEqual(['escape', 'q']);
});

test('an incomplete sequence types nothing, and the keys after it work', () => {
  expect(press([`${E}[1;5`, 'x'], true).names).toEqual(['x']);
});

test.each<[what: string, reply: string]>([
  ['device attributes', `${E}[?62;4;22c`],
  ['secondary device attributes', `${E}[>41;390;0c`],
  ['sizes', `${E}[6;20;10t`],
  ['a mode', `${E}[?2026;2$y`],
  ['graphics', `${E}_Gi=31;OK${E}\\`],
  ['color registers', `${E}[?1;0;256S`],
  ['a color', `${E}]11;rgb:0000/0000/0000\u0007`],
  ['a color terminated by ST', `${E}]11;rgb:ffff/ffff/ffff${E}\\`],
  ['a version', `${E}P>|xterm(390)${E}\\`],
])('does not read a terminal reply as a key, however it is split: %s', (_what, reply) => {
  for (let cut = 2; cut < reply.length; cut += 1) {
    const { names, replies } = press([`a${reply.slice(0, cut)}`, `${reply.slice(cut)}b`]);
    expect(names).toEqual(['a', 'b']);
    expect(replies).toEqual([reply]);
  }
});

test('a paste is one key with normalized line endings, however it is split', () => {
  const sent = Buffer.from(`x${E}[200~one\r\ntwo\rthree ${E}[31mred 😀${E}[201~y`);
  for (let cut = 1; cut < sent.length; cut += 1) {
    // A lone ESC at a split would be the Esc key if the rest came late.
    const { keys } = press([sent.subarray(0, cut), sent.subarray(cut)]);
    expect(keys.map(({ name, text }) => [name, text])).toEqual([
      ['x', 'x'],
      ['paste', `one\ntwo\nthree ${E}[31mred 😀`],
      ['y', 'y'],
    ]);
  }
});

test('a slow paste is still a paste', () => {
  expect(press([`${E}[200~rm`, ' -rf', '\r', `${E}[201~`], true).names).toEqual(['paste']);
});

test('Ctrl-C ends a paste that never ends', () => {
  expect(press([`${E}[200~lost`, '\u0003', 'a'], true).names).toEqual(['ctrl+c', 'a']);
});

test('ignores an empty paste', () => {
  expect(press([`${E}[200~${E}[201~`]).names).toEqual([]);
});

test('a megabyte in terminal-sized chunks is one paste', () => {
  const text = 'Zürich 漢字 '.repeat(60_000);
  const bytes = Buffer.from(`${E}[200~${text}${E}[201~`);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 4095) }, (_, index) =>
    bytes.subarray(index * 4095, (index + 1) * 4095),
  );
  const { keys } = press(pieces);
  expect(keys).toHaveLength(1);
  expect(keys[0]?.text === text).toBe(true);
});

test('several lines at once are a paste, even without bracketed paste', () => {
  const { keys } = press([`${'word '.repeat(9)}\rand more`]);
  expect(keys).toMatchObject([{ name: 'paste', text: `${'word '.repeat(9)}\nand more` }]);
});
