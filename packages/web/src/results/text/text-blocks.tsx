import type { MarkedPart, TextPlace } from '@tryout/engine';
import styles from './text.module.css';

/** A block ends at the first line end after this many characters. */
const MIN_BLOCK = 2000;
/** A line that is longer than this is divided all the same: browsers lay a block out in one go. */
const MAX_BLOCK = 20_000;

/**
 * Divides a text into blocks at line ends. Of a text that grows at its end, blocks that are finished stay as they are,
 * so that only the last one is laid out again.
 */
export function createTextBlocks(): (text: string) => readonly string[] {
  let finished: string[] = [];
  let done = 0;
  let before = '';
  return (text) => {
    if (!text.startsWith(before)) {
      finished = [];
      done = 0;
    }
    before = text;
    for (let end = blockEnd(text, done); end !== undefined; end = blockEnd(text, done)) {
      finished = [...finished, text.slice(done, end)];
      done = end;
    }
    return done < text.length ? [...finished, text.slice(done)] : finished;
  };
}

/** Where the block that begins at a place ends; undefined while it may still grow. */
function blockEnd(text: string, start: number): number | undefined {
  if (text.length - start < MIN_BLOCK) return undefined;
  const line = text.indexOf('\n', start + MIN_BLOCK - 1);
  if (line !== -1 && line - start < MAX_BLOCK) return line + 1;
  if (text.length - start <= MAX_BLOCK) return undefined;
  const space = text.lastIndexOf(' ', start + MAX_BLOCK);
  if (space > start + MIN_BLOCK) return space + 1;
  // Not between the halves of a character.
  return start + MAX_BLOCK - (/[\ud800-\udbff]/.test(text.charAt(start + MAX_BLOCK - 1)) ? 1 : 0);
}

const MIN_BLOCK_LENGTH = 2000;

/** Divides a text with marks into blocks at line ends outside the marks, so that each is laid out by itself. */
export function markedBlocks<Mark extends TextPlace>(
  parts: readonly MarkedPart<Mark>[],
): (readonly MarkedPart<Mark>[])[] {
  const blocks: MarkedPart<Mark>[][] = [];
  let block: MarkedPart<Mark>[] = [];
  let length = 0;
  const add = (part: MarkedPart<Mark>) => {
    if (part.text === '') return;
    block.push(part);
    length += part.text.length;
  };
  for (const part of parts) {
    let rest = part;
    while (rest.mark === undefined) {
      const line = rest.text.indexOf('\n', Math.max(0, MIN_BLOCK_LENGTH - length));
      if (line === -1) break;
      add({ text: rest.text.slice(0, line + 1) });
      blocks.push(block);
      block = [];
      length = 0;
      rest = { text: rest.text.slice(line + 1) };
    }
    add(rest);
  }
  if (block.length > 0) blocks.push(block);
  return blocks;
}

const longWord = /((?<!\S)\S{500,})/u;
/** Ends where a visible character ends, if possible. */
const piece =
  /\S{1,500}(?<!\u200d)(?![\u200d\p{Grapheme_Extend}\p{Emoji_Modifier}\p{Regional_Indicator}])|\S{1,500}/gu;

/**
 * A text whose long words are laid out in pieces. For each line of a word, Chromium shapes the rest of it again: 100,000
 * characters take seconds.
 */
export function LongWords({ text }: { readonly text: string }) {
  return text.split(longWord).map((part, index) => (index % 2 === 0 ? part : piecesOf(part)));
}

function piecesOf(word: string) {
  return word.match(piece)?.map((text, index) => (
    <span key={index} className={styles.piece}>
      {text}
    </span>
  ));
}
