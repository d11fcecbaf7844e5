import { describe, expect, test } from 'vitest';
import { markdownBlocks } from '@tryout/engine';
import { markdownLines } from '../../../packages/cli/src/screen/markdown.ts';

/** Wide enough that nothing is wrapped. */
const COLUMNS = 1_000_000;

const draw = (text: string) =>
  markdownLines({ colors: 'none', unicode: true }).lines(text, COLUMNS).join('\n');

describe('R23: what the model wrote stays visible', () => {
  test.each<[string, string, string]>([
    ['ranges', '0.3~8mm or 0.3~4.5mm, ~5 and ~6', '0.3~8mm or 0.3~4.5mm, ~5 and ~6'],
    ['home folders', 'cp ~/a ~/b ~c~', 'cp ~/a ~/b ~c~'],
    ['strikethrough', '~~a~~ b~~c~~d ~~~e~~~', 'a bcd ~~~e~~~'],
    ['raw HTML', '<think>a</think> <b>b</b> &amp; <br/>', '<think>a</think> <b>b</b> & <br/>'],
    ['a block of HTML', '<div>\n&lt;a&gt; **b**\n</div>', '<div>\n&lt;a&gt; **b**\n</div>'],
    ['comments', 'a <!-- b --> c\n\n<!-- d\n\ne -->', 'a <!-- b --> c\n\n<!-- d\n\ne -->'],
    ['types', 'vector<std::string> and map<a:b, c>', 'vector<std::string> and map<a:b, c>'],
    ['a line like a definition', '[bar]: note\n\nSee [bar].', '[bar]: note\n\nSee [bar].'],
    ['one with a hint', '[WARN]: disk\n[WARN] again', '[WARN]: disk\n[WARN] again'],
    ['one in a paragraph', 'As\n[i]: http://a.example\nsays x[i].', 'As\n[i]: http://a.example\nsays x[i].'],
    ['one in code', '```\n[i]: http://a.example\n```\n\nx[i]', '  [i]: http://a.example\n\nx[i]'],
    [
      'definitions without a link',
      '[a]: http://a.example "t"\n\n[a]: http://b.example\n[b]: <http://c.example>\n\n[b] [B][] [c][b]',
      '[a]: http://a.example "t"\n\n[a]: http://b.example\n\nb (http://c.example) B (http://c.example) c (http://c.example)',
    ],
    ['calls and indexes', 'f[0](x) and a[i](b, c) and [d](#e)', 'f[0](x) and a[i](b, c) and [d](#e)'],
    ['titles', '[a](http://b.example "c &amp; d")', 'a (c & d) (http://b.example)'],
    [
      'images',
      '![a](http://b.example/c.png "d") ![](http://e.example)',
      'a (http://b.example/c.png) (d) http://e.example',
    ],
    [
      'images that are no addresses',
      '![a](b.png) ![c](data:image/png;base64,AA==)',
      '![a](b.png) ![c](data:image/png;base64,AA==)',
    ],
    ['a badge', '[![a](http://b.example)](http://c.example)', 'a (http://b.example) (http://c.example)'],
    ['a link in a bad link', '[a [b](c) d](http://e.example)', 'a [b](c) d (http://e.example)'],
    ['extra cells', '|a|\n|-|\n|b|c \\| d|e|\n|f|', 'a\n─────────\nb|c | d|e\nf'],
    ['cells without a frame', 'a|b\n:-|-:\nc|d||e\nf', 'a │    b\n──┼─────\nc │ d||e\nf │'],
    [
      'formulas',
      'If \\(a_1 * b_1 * c\\) then \\[x\\_y\\] or \\(',
      'If \\(a_1 * b_1 * c\\) then \\[x\\_y\\] or \\(',
    ],
    [
      'numbers of lists',
      '1. a\n3. b\n7. c\n\ntext\n\n3. d\n2. e\n\ntext\n\n0) f\n\ntext\n\n1. g\n1. h',
      '1. a\n3. b\n7. c\n\ntext\n\n3. d\n2. e\n\ntext\n\n0. f\n\ntext\n\n1. g\n2. h',
    ],
    ['references in code', '`&amp; &#65;` &amp; &#65; &copy; \\&amp;', '&amp; &#65; & A &copy; &amp;'],
    ['info strings', '```py title="a b.py"\nc\n```', 'py title="a b.py"\n  c'],
    ['tasks', '- [ ] a\n- [x] b', '• [ ] a\n• [x] b'],
    [
      'names',
      'snake_case_name, **a**b, 中**文**字, :smile:, R&D',
      'snake_case_name, ab, 中文字, :smile:, R&D',
    ],
  ])('%s', (_what, text, drawn) => {
    expect(draw(text)).toBe(drawn);
  });
});

/** Pieces with a number, and what of them is displayed in any context. */
const pieces: readonly ((n: string) => readonly [text: string, shown: string])[] = [
  (n) => [`${n} `, n],
  (n) => [`\n\n${n}\n`, n],
  (n) => [`${n}~`, `${n}~`],
  (n) => [`~~${n}~~`, n],
  (n) => [`€${n}%§ ±`, `€${n}%§ ±`],
  (n) => [`*${n}*`, n],
  (n) => [`**${n} `, n],
  (n) => [`_${n}`, n],
  (n) => [`\`${n}`, n],
  (n) => [`[${n}]`, `[${n}]`],
  (n) => [`[${n}](x)`, `[${n}](x)`],
  (n) => [`[${n}](http://a.example)`, n],
  (n) => [`![${n}](http://a.example)`, n],
  (n) => [`\n[${n}]: note${n}\n`, `[${n}]: note${n}`],
  (n) => [`\n\n[${n}]: http://b.example/${n}\n`, `[${n}]: http://b.example/${n}`],
  (n) => [`<t${n}>`, `<t${n}>`],
  (n) => [`<a:${n}>`, `<a:${n}>`],
  (n) => [`<!-- ${n} -->`, `<!-- ${n} -->`],
  (n) => [`\\(${n}\\)`, `\\(${n}\\)`],
  (n) => [`\n${n}. `, n],
  (n) => [`\n- ${n}`, n],
  (n) => [`\n- [x] ${n}`, n],
  (n) => [`\n> ${n}`, n],
  (n) => [`\n# ${n}\n`, n],
  (n) => [`\n|${n}|`, n],
  () => ['\n|-|\n', ''],
  () => ['|', ''],
  (n) => [`\n\`\`\`${n}\n`, n],
  (n) => [`\n    ${n}\n`, n],
  (n) => [`\n${n}\n---\n`, n],
  (n) => [`${n}  \n`, n],
  (n) => [`${n}\\\n`, n],
  () => ['\n\n', ''],
];

function randomAnswer(seed: number) {
  let state = ((seed + 1) * 3_363_077_991) % 2_147_483_647;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const shown: string[] = [];
  let text = '';
  for (let index = 0; index < 3 + 40 * random(); index += 1) {
    const [piece, part] = pieces[Math.floor(random() * pieces.length)]!(String(10_000 + index));
    text += piece;
    shown.push(part);
  }
  return { text, shown };
}

/** Random answers: some by day, many by night. */
const parts = [
  { from: 0, to: 60, tags: [] },
  { from: 60, to: 400, tags: ['nightly'] },
];

for (const { from, to, tags } of parts) {
  const answers = Array.from({ length: to - from }, (_, index) => randomAnswer(from + index));

  test(
    `R23: everything that is not Markdown is displayed, in order, in answers ${from} to ${to}`,
    { tags },
    () => {
      for (const { text, shown } of answers) {
        const drawn = draw(text);
        let at = 0;
        for (const part of shown) {
          at = drawn.indexOf(part, at);
          expect(at, `${part} of ${JSON.stringify(text)} in ${JSON.stringify(drawn)}`).toBeGreaterThanOrEqual(
            0,
          );
          at += part.length;
        }
      }
    },
  );

  const streamed = answers.slice(0, 300 - from);

  test(`R23: a streamed text ends as the whole one, in ${streamed.length} answers`, { tags }, () => {
    const references = `See [a], [b][c] and [d].\n\n${'Some words.\n\n'.repeat(500)}Then\n\n[a]: https://a.example/long "title"\n[c]: https://c.example\n[d]: no definition\n`;
    for (const text of [references, ...streamed.map((answer) => `[10001] ${answer.text}`)]) {
      const blocksOf = markdownBlocks();
      const step = text.length > 5000 ? 61 : 1 + (text.length % 9);
      let blocks = blocksOf('');
      for (let end = 0; end < text.length + step; end += step) blocks = blocksOf(text.slice(0, end));
      expect(blocks).toEqual(markdownBlocks()(text));
    }
  });
}
