import { setImmediate } from 'node:timers/promises';
import type nlp from 'compromise';
import { defineModel, type ModelParameters, type TaskAnswers } from '../../define-model.ts';
import { readStrings } from '../parameters.ts';
import { beginningOf, codePointPositions, type Span } from './words.ts';

interface Entity extends Span {
  group: string;
}

const outputRules = `If matches overlap, the group higher up in the table wins. \`start\` and \`end\` count Unicode code points. \`score\`
is always 1. \`ignore_labels\` excludes groups.`;

/** In the order of the text; the first of overlapping entities stays. */
function withoutOverlaps(entities: readonly Entity[]): Entity[] {
  const covered = new Uint8Array(entities.reduce((max, { end }) => Math.max(max, end), 0));
  const kept = entities.filter(({ start, end }) => {
    if (covered.subarray(start, end).includes(1)) return false;
    covered.fill(1, start, end);
    return true;
  });
  return kept.sort((left, right) => left.start - right.start);
}

function answerWith(
  entities: readonly Entity[],
  text: string,
  parameters: ModelParameters,
): TaskAnswers['token-classification'] {
  const ignored = readStrings(parameters, 'ignore_labels');
  const position = codePointPositions(text);
  return entities
    .filter(({ group }) => !ignored.includes(group))
    .map(({ group, start, end }) => ({
      entity_group: group,
      word: text.slice(start, end),
      start: position(start),
      end: position(end),
      score: 1,
    }));
}

const maxText = 30_000;
/** The tagger takes quadratic time on a long sentence. */
const maxPassage = 2000;

/** The entities in a passage that starts at `start`, those with higher priority first. */
function findEntities(analyze: typeof nlp, passage: string, start: number): Entity[] {
  const document = analyze(passage);
  const views = [
    { group: 'PER', view: document.people() },
    { group: 'ORG', view: document.organizations() },
    { group: 'LOC', view: document.places() },
    { group: 'MISC', view: document.match('#Date+') },
    { group: 'MISC', view: document.match('#Money+ #Currency?') },
    { group: 'MISC', view: document.match('#Value+ #Unit?') },
  ];
  return views.flatMap(({ group, view }) => {
    const phrases = view.json({ offset: true }) as { text: string; offset: { start: number } }[];
    return phrases.flatMap(({ text, offset }) => {
      const bare = text
        .replace(/^[^\p{L}\p{N}$€£¥]+/u, '')
        .replace(/[^\p{L}\p{N}%]{1,16}$/u, '')
        .replace(/['’]s$/u, '');
      const found = passage.slice(offset.start, offset.start + text.length + 4).indexOf(bare);
      if (bare === '' || found === -1) return [];
      const from = start + offset.start + found;
      return [{ group, start: from, end: from + bare.length }];
    });
  });
}

export const compromiseEntities = defineModel({
  id: 'sandbox/compromise-entities',
  task: 'token-classification',
  card: `
Finds names of people, places and organizations in English, and dates, amounts and numbers, with the library
compromise.

| \`entity_group\` | source |
|---|---|
| PER | \`people()\` |
| ORG | \`organizations()\` |
| LOC | \`places()\` |
| MISC | dates, money, numbers with their unit |

${outputRules}

## Limits

compromise works with rules and word lists, so it misses rare names. Only the first ${maxText.toLocaleString('en')} characters are read.
`,
  examples: [
    { example_title: 'A person', text: 'My name is Sarah Jessica Parker but you can call me Jessica' },
    {
      example_title: 'People, places, dates',
      text: 'Marie Curie was born in Warsaw on 7 November 1867 and taught in Paris.',
    },
  ],
  library: 'compromise',
  async answer(text, parameters, signal) {
    const { default: analyze } = await import('compromise');
    const readable = beginningOf(text, maxText);
    const entities: Entity[] = [];
    for (let start = 0; start < readable.length;) {
      signal.throwIfAborted();
      const window = beginningOf(readable.slice(start), maxPassage);
      const isLast = start + window.length === readable.length;
      const passage = isLast ? window : window.slice(0, window.lastIndexOf(' ') + 1 || window.length);
      entities.push(...findEntities(analyze, passage, start));
      start += passage.length;
      // Tagging is slow, so let other requests run in between.
      await setImmediate();
    }
    return answerWith(withoutOverlaps(entities), text, parameters);
  },
});

/** Every repetition is bounded, so that no text takes more than linear time. */
const patterns: readonly { group: string; pattern: RegExp; form: string }[] = [
  {
    group: 'URL',
    pattern: /\bhttps?:\/\/[^\s<>"]{1,2000}[^\s<>".,;:!?'’”)\]]/giu,
    form: 'http or https URL',
  },
  {
    group: 'EMAIL',
    pattern: /(?<![\w.%+-])[\w.%+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}\b/giu,
    form: 'name@example.org',
  },
  {
    group: 'DATE',
    pattern: /(?<![\d-])\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\d-])/gu,
    form: '2024-02-29',
  },
  { group: 'TIME', pattern: /(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\d:])/gu, form: '9:05' },
  { group: 'MONEY', pattern: /[$€£¥]\s?\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,4})?(?!\d)/gu, form: '$1,250.50' },
  {
    group: 'NUMBER',
    pattern: /(?<![\p{L}\d.,-])-?\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,15})?%?(?![\p{L}\d])/gu,
    form: '-3.5 or 40%',
  },
];

export const textPatterns = defineModel({
  id: 'sandbox/text-patterns',
  task: 'token-classification',
  card: `
Finds URLs, email addresses, dates, times, amounts and numbers by their form, in any language.

| \`entity_group\` | form |
|---|---|
${patterns.map(({ group, form }) => `| ${group} | ${form} |`).join('\n')}

${outputRules}

## Limits

Only the form counts: *2024-02-31* is a date.
`,
  examples: [
    {
      example_title: 'An invitation',
      text: 'Come on 2025-03-14 at 18:30, entry $12.50. Write to party@example.org or see https://example.org/party.',
    },
  ],
  answer(text, parameters) {
    const entities = patterns.flatMap(({ group, pattern }) =>
      Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
        group,
        start: index,
        end: index + found.length,
      })),
    );
    return answerWith(withoutOverlaps(entities), text, parameters);
  },
});
