import type { MarkedPart, TextPlace } from '@tryout/engine';
import styles from './text.module.css';

/** Characters; a block ends at the first line end after them. */
const MIN_BLOCK = 2000;
/** Longer lines are split, as browsers lay out a block in one go. */
const MAX_BLOCK = 20_000;

/** Splits growing text into blocks at line ends. Finished blocks stay the same, so that only the last one is laid out. */
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

/** Undefined while the block may still grow. */
function blockEnd(text: string, start: number): number | undefined {
  if (text.length - start < MIN_BLOCK) return undefined;
  const line = text.indexOf('\n', start + MIN_BLOCK - 1);
  if (line !== -1 && line - start < MAX_BLOCK) return line + 1;
  if (text.length - start <= MAX_BLOCK) return undefined;
  const space = text.lastIndexOf(' ', start + MAX_BLOCK);
  if (space > start + MIN_BLOCK) return space + 1;
  // Not within a surrogate pair.
  return start + MAX_BLOCK - (/[\ud800-\udbff]/.test(text.charAt(start + MAX_BLOCK - 1)) ? 1 : 0);
}

/** Splits a string with marks into blocks at line ends outside of the marks. */
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
      const line = rest.text.indexOf('\n', Math.max(0, MIN_BLOCK - length));
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
/** Ends at the end of a visible character, if possible. */
const piece =
  /\S{1,500}(?<!\u200d)(?![\u200d\p{Grapheme_Extend}\p{Emoji_Modifier}\p{Regional_Indicator}])|\S{1,500}/gu;

/**
 * Text with long words laid out in pieces: for each line of a word, Chromium shapes the rest of it again, which
 * takes seconds for 100,000 characters.
 */
export function LongWords({ text }: { readonly text: string }) {
  return text.split(longWord).map((part, index) =>
    index % 2 === 0
      ? part
      : part.match(piece)?.map((each, at) => (
          <span key={`${index} ${at}`} className={styles.piece}>
            {each}
          </span>
        )),
  );
}
