import type { IUnicodeVersionProvider } from '@xterm/headless';
import stringWidth from 'string-width';

const JOINER = 0x200d;

/** Bits of what the terminal keeps of the character before. */
const AFTER_JOINER = 1;
const AFTER_HALF_FLAG = 2;

// eslint-disable-next-line no-misleading-character-class -- single code points are tested
const joining = /^[\p{Mark}\p{Emoji_Modifier}\u200d\ufe0e\ufe0f]$/u;
const halfFlag = /^\p{Regional_Indicator}$/u;

/**
 * Widths as terminals of today have them: emoji take two cells, and what is joined into one picture or letter takes the
 * cells of one. The emulator's own table is of 2010.
 */
export const presentWidths: IUnicodeVersionProvider = {
  version: 'present',
  wcwidth: (codepoint) =>
    codepoint < 0x7f ? 1 : (stringWidth(String.fromCodePoint(codepoint)) as 0 | 1 | 2),
  charProperties(codepoint, preceding) {
    const before = preceding >> 3;
    const widthBefore = (preceding >> 1) & 3;
    const character = String.fromCodePoint(codepoint);
    const isHalf = halfFlag.test(character);
    const joins =
      preceding !== 0 &&
      (joining.test(character) ||
        (before & AFTER_JOINER) !== 0 ||
        (isHalf && (before & AFTER_HALF_FLAG) !== 0));
    const state = (codepoint === JOINER ? AFTER_JOINER : 0) | (isHalf && !joins ? AFTER_HALF_FLAG : 0);
    // U+FE0F asks for the picture of a character that is a letter otherwise.
    const own = isHalf || codepoint === 0xfe0f ? 2 : this.wcwidth(codepoint);
    const width = joins ? Math.max(widthBefore, own === 2 ? 2 : widthBefore) : own;
    return (state << 3) | (width << 1) | (joins ? 1 : 0);
  },
};
