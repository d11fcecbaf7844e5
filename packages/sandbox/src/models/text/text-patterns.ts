import { defineModel } from '../../define-model.ts';
import { entityAnswer } from './entity-answer.ts';
import { type FoundSpan, withoutOverlaps } from './found-span.ts';

/** Every repetition is bounded, so that no text takes more than linear time. */
const patterns: readonly { entity: string; pattern: RegExp; meaning: string }[] = [
  {
    entity: 'URL',
    pattern: /\bhttps?:\/\/[^\s<>"]{1,2000}[^\s<>".,;:!?'’”)\]]/giu,
    meaning: '*http://* or *https://* up to white space, without punctuation at the end',
  },
  {
    entity: 'EMAIL',
    pattern: /(?<![\w.%+-])[\w.%+-]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}\b/giu,
    meaning: 'an e-mail address: *name@host.top*',
  },
  {
    entity: 'DATE',
    pattern: /(?<![\d-])\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\d-])/gu,
    meaning: 'year-month-day, such as *2024-02-29*, month 01 to 12 and day 01 to 31',
  },
  {
    entity: 'TIME',
    pattern: /(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\d:])/gu,
    meaning: 'hours and minutes, perhaps seconds, such as *9:05* or *23:59:59*',
  },
  {
    entity: 'MONEY',
    pattern: /[$€£¥]\s?\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,4})?(?!\d)/gu,
    meaning: 'a currency sign and an amount, such as *$1,250.50*',
  },
  {
    entity: 'NUMBER',
    pattern: /(?<![\p{L}\d.,-])-?\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,15})?%?(?![\p{L}\d])/gu,
    meaning: 'any other number, such as *-3.5* or *40%*',
  },
];

const card = `
Finds what has a fixed form in a text of any language: addresses, dates, times, amounts and numbers.

## Output

| \`entity_group\` | form |
|---|---|
${patterns.map(({ entity, meaning }) => `| ${entity} | ${meaning} |`).join('\n')}

Where two finds overlap, the one higher up in this table stays. \`word\` is exactly the text from \`start\` to \`end\`, which
count Unicode code points (an emoji is one); \`end\` is behind the last one. \`score\` is always 1. \`ignore_labels\` leaves
groups out.

## Limits

Form alone counts: *2024-02-31* is a date, and a telephone number is a number, if it is found at all.
`;

/** Entities by their form. */
export const textPatterns = defineModel({
  id: 'sandbox/text-patterns',
  task: 'token-classification',
  card,
  examples: [
    {
      example_title: 'An invitation',
      text: 'Come on 2025-03-14 at 18:30, entry $12.50. Write to party@example.org or see https://example.org/party.',
    },
  ],
  answer(text, parameters) {
    const spans: FoundSpan[] = patterns.flatMap(({ entity, pattern }) =>
      Array.from(text.matchAll(pattern), (match) => ({
        entity,
        start: match.index,
        end: match.index + match[0].length,
      })),
    );
    return entityAnswer(withoutOverlaps(spans), text, parameters);
  },
});
