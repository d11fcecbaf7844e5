/** Full-width, half-width and presentation forms: other drawings of the same characters. */
const DRAWN_FORMS = /[\uFB00-\uFDFF\uFE30-\uFEFC\uFF01-\uFFEE]+/g;

/** Without case and with one form for each character, quote and minus. Accents, signs and symbols stay. */
function foldCharacters(text: string): string {
  return text
    .normalize('NFC')
    .replace(DRAWN_FORMS, (part) => part.normalize('NFKC'))
    .toLowerCase()
    .replace(/[\u2018\u2019\u201B\u02BC]/g, "'")
    .replace(/[\u201C-\u201F\u00AB\u00BB]/g, '"')
    .replace(/\u2212/g, '-');
}

const EMPHASIS =
  /(?<![\p{L}\p{N}*_`])(\*{1,3}|_{1,3}|`{1,3})(?=[^\s*_`])(.{0,500}?[^\s*_`])\1(?![\p{L}\p{N}*_`])/gsu;

const withoutEmphasis = (text: string) => (/[*_`]/.test(text) ? text.replace(EMPHASIS, '$2') : text);

/** Longer texts are no numbers. */
const MAX_NUMBER = 100;

/** `1,000.50` as `1000.5`. A zero before another digit makes a text, such as `007`; a comma only groups thousands. */
export function foldNumber(text: string): string {
  if (text.length > MAX_NUMBER) return text;
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === undefined || whole + fraction === '' || /^0[\d,]/.test(whole)) return text;
  const rest = fraction.replace(/0+$/, '');
  const value = `${whole.replaceAll(',', '') || '0'}${rest && '.'}${rest}`;
  return sign === '-' && value !== '0' ? `-${value}` : value;
}

/** As names of classes are compared, apart from numbers: without case, emphasis, quotes around it and repeated white space. */
function foldClass(text: string): string {
  const plain = withoutEmphasis(foldCharacters(text)).replace(/\s+/g, ' ').trim();
  return /^(["']).+\1$/s.test(plain) ? plain.slice(1, -1).trim() : plain;
}

/** Between digits, a mark belongs to the number: 3.14, 10:30, 1914-1918. */
const NUMBERS = /(?<![\p{L}\p{N}.,])[+-]?(?:\d[\d,]{0,99}|(?=\.\d))(?:\.\d+)?(?![\p{L}\p{N}]|[.,:/-]\d)/gu;

/** A comma before the end of a number is not part of it. */
const foldNumbers = (text: string) =>
  text.replace(NUMBERS, (part) => {
    const [, number = '', rest = ''] = /^(.*?)(,*)$/s.exec(part) ?? [];
    return foldNumber(number) + rest;
  });

const ARTICLES = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;

/**
 * As SQuAD compares answers: also without punctuation and English articles, but with signs, symbols and the marks of
 * numbers. What consists of punctuation or articles alone stays.
 */
export function foldAnswer(text: string): string {
  const whole = foldNumbers(foldCharacters(text));
  const words = whole.replace(/`|\p{P}/gu, (mark, at: number) => {
    const [before = '', after = ''] = [whole[at - 1], whole[at + mark.length]];
    const isOfNumber = /\d/.test(after) && (/\d/.test(before) || (mark === '-' && !/\p{L}/u.test(before)));
    return /[#%&@/]/.test(mark) || isOfNumber ? mark : '';
  });
  const tidy = (each: string) => each.replace(/\s+/g, ' ').trim();
  return tidy(words.replace(ARTICLES, ' ')) || tidy(words) || tidy(whole);
}

/** Characters of an answer in which labels are looked for. */
export const MAX_CLASS_ANSWER = 500;
/** More labels, or longer ones, are compared with whole answers only. */
const MAX_LABELS = 1000;
const MAX_LABEL = 200;

const NEGATION =
  /(?<![\p{L}\p{N}_])(?:not|no|never|neither|nor|cannot|without)(?![\p{L}\p{N}_])|n't(?!\p{L})/u;
const isNegation = (label: string) => label.replace(NEGATION, '') === '';

/** Where a word begins and ends. Signs and symbols belong to words: -2 does not contain 2, nor C# C, nor 3.14 14. */
const PARTS = String.raw`[\p{L}\p{N}\p{M}\p{S}_#%&@/\\*\-\u2010\u2011]`;
const BEGIN = String.raw`(?<!${PARTS})(?<!\p{L}')(?<!\.(?=\d))(?<!\d[,:](?=\d))`;
const END = String.raw`(?!${PARTS})(?![.,:]\d)(?!'\p{L})`;
/** After a label of one letter, or one that is a negation. */
const MARK = String.raw`(?=[).,:\n]|$)`;

/** What an answer counts as. */
export interface ReadClass {
  readonly name: string;
  readonly isLabel: boolean;
  /** Whether the answer is longer than its only label. */
  readonly isContained: boolean;
}

/**
 * The classes of a column: what its labels and the answers to them count as.
 * @param renamed labels of answers that are named otherwise
 */
export function createClasses(labels: Iterable<string>, renamed: Readonly<Record<string, string>> = {}) {
  const texts = new Set<string>();
  for (const label of labels) texts.add(foldClass(label));
  // 1.1 and 1.10 are two labels where the column has both.
  const numbers = new Set([...texts].map(foldNumber));
  const hasNumbers = numbers.size === texts.size;
  const names = hasNumbers ? numbers : texts;
  const fold = (text: string) => (hasNumbers ? foldNumber(foldClass(text)) : foldClass(text));
  const targets = new Map(Object.entries(renamed).map(([answer, label]) => [fold(answer), fold(label)]));
  const contained = labelFinder(names);

  return {
    names,
    fold,
    read(answer: string): ReadClass {
      const folded = fold(answer);
      const name = targets.get(folded) ?? folded;
      if (names.has(name)) return { name, isLabel: true, isContained: false };
      const text = withoutEmphasis(foldCharacters(answer))
        .replace(/[^\S\n]*\n\s*/g, '\n')
        .replace(/[^\S\n]+/g, ' ');
      const found = contained(hasNumbers ? foldNumbers(text) : text);
      return { name: found ?? name, isLabel: found !== undefined, isContained: found !== undefined };
    },
  };
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Finds the only label that a text contains as a word, where no negation turns it around. */
function labelFinder(names: ReadonlySet<string>): (text: string) => string | undefined {
  const words = [...names].filter((name) => name !== '' && name.length <= MAX_LABEL);
  if (words.length === 0 || names.size > MAX_LABELS) return () => undefined;
  const parts = words
    .sort((a, b) => b.length - a.length)
    .map((name) => escapePattern(name) + (/^\p{L}\p{M}*$/u.test(name) || isNegation(name) ? MARK : ''));
  // Most characters begin no label, which is the cheapest test.
  const first = [...new Set(words.map((name) => escapePattern([...name][0]!)))].join('|');
  const pattern = new RegExp(`(?=${first})${BEGIN}(?:${parts.join('|')})${END}`, 'gu');
  return (text) => {
    if (text.length > MAX_CLASS_ANSWER) return undefined;
    const found = new Set(text.match(pattern));
    const [name = ''] = found;
    if (found.size !== 1) return undefined;
    const start = text.replace(/^[\s"'([]+/, '');
    const isFirst = start.startsWith(name) && /^(?:[,.:;\n]|$)/.test(start.slice(name.length));
    return isFirst || !NEGATION.test(text.replace(pattern, '')) ? name : undefined;
  };
}
