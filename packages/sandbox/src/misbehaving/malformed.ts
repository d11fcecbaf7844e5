import { sendJson, sendText } from '../server/respond.ts';
import { defineMisbehavior, type MisbehavingRun } from './define-misbehavior.ts';

const json = 'application/json';
const depth = 100_000;

/** What a terminal or a reader could be deceived with: title and clipboard commands, a cleared screen, turned text. */
export const controlCharacters =
  '\u001b]0;owned\u0007\u001b]52;c;b3duZWQ=\u0007\u001b[2J\u001b[31m\u009b1m\r\b\u202eevil\u2066\u200b';

function deceive({ exchange, text }: MisbehavingRun): void {
  sendJson(exchange.response, [
    [
      { label: `${controlCharacters}${text}`, score: 0.75 },
      { label: 'plain', score: 0.25 },
    ],
  ]);
}

/** Models whose answers are dangerous to parse, to keep or to show. */
export const malformedModels = [
  defineMisbehavior('nested', 'It answers with lists in lists, 100,000 deep.', ({ exchange }) => {
    sendText(exchange.response, '['.repeat(depth) + ']'.repeat(depth), json);
  }),
  defineMisbehavior(
    'not-a-number',
    'It answers with the score NaN, which JSON does not have.',
    ({ exchange }) => {
      sendText(exchange.response, '[[{"label":"LABEL_0","score":NaN}]]', json);
    },
  ),
  defineMisbehavior('proto', 'It answers with labels that hold the key __proto__.', ({ exchange }) => {
    const label =
      '{"label":"LABEL_0","score":0.5,"__proto__":{"polluted":true},"constructor":{"prototype":{}}}';
    sendText(exchange.response, `[[${label}]]`, json);
  }),
  defineMisbehavior('control-characters', 'Its labels hold terminal commands and turned text.', deceive),
  defineMisbehavior(
    'svg',
    'It answers with an SVG that holds a script and calls it a PNG.',
    ({ exchange }) => {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "ran"</script></svg>';
      sendText(exchange.response, svg, 'image/png');
    },
    { task: 'text-to-image' },
  ),
];
