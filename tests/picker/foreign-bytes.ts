/** Sequences the picker writes: colors, cursor moves, modes and terminal queries. */
const ownSequences = [
  // oxlint-disable-next-line no-control-regex -- matches escape sequences
  /\u001b\[[\d;]*[mABEGHKJ]/g,
  // oxlint-disable-next-line no-control-regex
  /\u001b\[\?(?:1049|7|25|2004|2026)[hl]/g,
  // oxlint-disable-next-line no-control-regex
  /\u001b\[>?[\d;]*[cqnt]/g,
  // oxlint-disable-next-line no-control-regex
  /\u001b_G[^\u001b]*\u001b\\/g,
];

const controlCharacters =
  // oxlint-disable-next-line no-control-regex -- these are the characters to find
  /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/** The first control character not written by the picker, with its context. */
export function findForeign(written: string): string | undefined {
  const rest = ownSequences.reduce((text, sequence) => text.replace(sequence, ''), written);
  const found = controlCharacters.exec(rest);
  return found ? JSON.stringify(rest.slice(Math.max(0, found.index - 30), found.index + 30)) : undefined;
}

/** Sets the title, the clipboard, a link and colors (also C1), rings the bell, overwrites and reverses text. */
export const HOSTILE =
  '\u001b]0;EVIL\u0007\u001b]52;c;RVZJTA==\u0007\u001b]8;;http://evil.test\u001b\\x\u001b[31mred\u009b32m\b\b\rover\u202eevil\u200b';
