import styles from './text.module.css';

/** Ends at the first line end after 2,000 characters, or after 20,000, as browsers lay out a block in one go. */
const block = /[^]{1,2000}[^\n]{0,18000}\n?/gu;

/** Splits text into blocks. When it grows, only the last block changes, so that only this one is laid out again. */
export function textBlocks(text: string): readonly string[] {
  return text.match(block) ?? [];
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
