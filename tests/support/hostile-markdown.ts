/** Markdown of at most 100 KB whose parsing would take minutes, or gigabytes. */
export const hostileMarkdown: Readonly<Record<string, string>> = {
  'nested quotes': `${'> '.repeat(1500)}a`,
  'nested lists': `${'- '.repeat(50_000)}a`,
  'lines below nested lists': `${'- '.repeat(5000)}a\n${'b\n'.repeat(20_000)}`,
  'quotes in lists': '> - '.repeat(25_000),
  'quotes with unmarked lines': '> a\nb\n'.repeat(16_000),
  emphasis: 'a*_b'.repeat(25_000),
  underscores: '_a'.repeat(50_000),
  brackets: '['.repeat(100_000),
  'nested links': `${'['.repeat(25_000)}a${'](b)'.repeat(18_000)}`,
  backticks: Array.from({ length: 440 }, (_, index) => '`'.repeat(index)).join('a'),
  'a table of empty cells': `${'|'.repeat(3000)}\n${'|-'.repeat(3000)}|\n${'|\n'.repeat(4000)}`,
  'a wide table': `${'a|'.repeat(9000)}\n${'-|'.repeat(9000)}\n${'|\n'.repeat(30_000)}`,
  'list items': '- a\n'.repeat(25_000),
  'code blocks': '```\na\n'.repeat(14_000),
  headings: '# a\n'.repeat(25_000),
};

const parts =
  '> |- |1. |    | |\n|\n\n|\\|*|**|_|~~|`|```|[|](|](b)|![|[a]: b\n|<|<a |<!--|</a>|<http://a>|www.a.b |a@b.c|---|===\n|# |&amp;|&#65;|!|:|$|a|word |Ω'
    .split('|')
    .concat('|', '|-', '\n|-|\n');

/** The same text for the same seed, of up to 100 KB, built from the delimiters of Markdown. */
export function randomMarkdown(seed: number): string {
  // Small states would begin with small numbers, and so with short texts.
  let state = ((seed + 1) * 3_363_077_991) % 2_147_483_647;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const pick = () => parts[Math.floor(random() * parts.length)]!;
  const length = 100 ** (1 + 1.5 * random());
  let text = '';
  while (text.length < length) {
    const unit = Array.from({ length: 1 + Math.floor(4 * random()) }, pick).join('');
    text +=
      unit.repeat(1 + Math.floor((random() ** 3 * length) / unit.length)) + (random() < 0.5 ? '\n\n' : '');
  }
  return text.slice(0, 100_000);
}
