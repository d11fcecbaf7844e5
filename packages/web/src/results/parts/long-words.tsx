import blockStyles from './text-blocks.module.css';

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
    <span key={index} className={blockStyles.piece}>
      {text}
    </span>
  ));
}
