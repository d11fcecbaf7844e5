/*
 * Checks the spelling of all files with cspell's dictionaries, each word once: cspell itself reads one file after the
 * other, which takes several times as long.
 */
import { readFileSync } from 'node:fs';
import { spellCheckDocument } from 'cspell-lib';
import { glob } from 'tinyglobby';

const config = JSON.parse(readFileSync('cspell.json', 'utf8'));

/** URLs, hexadecimal numbers, escape sequences, encoded bytes. */
const noText =
  /https?:\/\/[^\s"'`)<>]+|#[\da-f]{3,8}\b|\b(?:0x)?[\da-f]{7,}\b|\\u\{?[\da-f]{4,6}\}?|\\x[\da-f]{2}|\\[a-z]|[\w+/=-]{40,}/giu;
/** With digits and underscores, where cspell splits it. Its dictionaries know no word of three letters. */
const word = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_'’]{3,}/gu;

/** The places of each word. */
const places = new Map();
for (const file of await glob(config.files, { ignore: config.ignorePaths })) {
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    for (const [match] of line.replaceAll(noText, ' ').matchAll(word)) {
      const found = places.get(match);
      if (found) found.push([file, index + 1]);
      else places.set(match, [[file, index + 1]]);
    }
  }
}

const { issues } = await spellCheckDocument(
  { uri: 'file:///words.txt', text: [...places.keys()].join('\n'), languageId: 'plaintext' },
  { noConfigSearch: true, generateSuggestions: false },
  config,
);
const lines = issues.flatMap(({ text, line }) =>
  places.get(line.text.trim()).map(([file, number]) => `${file}:${number} - Unknown word (${text})`),
);
if (lines.length > 0) {
  console.error(lines.sort().join('\n'));
  process.exitCode = 1;
}
