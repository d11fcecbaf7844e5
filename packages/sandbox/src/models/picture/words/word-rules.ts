import { colorWords, numberWords, placeWords, shapeWords } from './lexicon.ts';

/** `a, b` for each meaning, from a table of words: `| meaning | a, b |`. Meanings are in the table's order. */
export function wordRows<Meaning>(
  table: Readonly<Record<string, Meaning>>,
  name: (meaning: Meaning) => string,
): string {
  const groups = new Map<string, string[]>();
  for (const [word, meaning] of Object.entries(table)) {
    const title = name(meaning);
    groups.set(title, [...(groups.get(title) ?? []), word]);
  }
  return [...groups].map(([title, words]) => `| ${title} | ${words.join(', ')} |`).join('\n');
}

/** Every color word, for cards. */
export const colorWordRule = `| color | words |
|---|---|
${wordRows(colorWords, String)}`;

/** Every shape word, for cards. */
export const shapeWordRule = `| shape | words, also in the plural |
|---|---|
${wordRows(shapeWords, String)}`;

/** Every place word, for cards. */
export const placeWordRule = `| place | words |
|---|---|
${wordRows(placeWords, ({ horizontal, vertical }) => [horizontal, vertical].filter(Boolean).join(' and '))}`;

/** Every number word, for cards. */
export const numberWordRule = `a, an (1), ${numberWords.map((word, number) => `${word} (${number})`).join(', ')} and up to four digits`;

/** Colors, shapes and places in one, for the cards of models that pick objects by words. */
export const objectWordRule = `### The words that are known

All words other than these and those of the rules above are passed over.

${colorWordRule}

${shapeWordRule}

${placeWordRule}`;
