import { type Links, type Token, Lexer, Tokenizer, type Tokens } from 'marked';
import { MAX_DEPTH } from '../fields/index.ts';
import { attempt } from '../text/index.ts';

export type { MarkedToken, Token as MarkdownToken, Tokens as MarkdownTokens } from 'marked';

/** Characters; longer blocks are plain text, since a block is parsed again whenever it grows. */
const MAX_BLOCK = 20_000;
/** Characters that are parsed at a time; eight times as many if they end no block. */
const STEP = 4000;
/** The budgets of a text, a block and a character, see {@link lexMarkdown}. */
const BUDGET = 30_000_000;
const BLOCK_BUDGET = 14_000_000;
const CHARACTER_BUDGET = 2000;

/**
 * Parses a growing Markdown text into blocks. Finished blocks stay the same objects, so that only the last one is parsed
 * and drawn again. Raw HTML is a token of its own, to be shown as text.
 */
export function markdownBlocks(): (text: string) => readonly Token[] {
  let finished: readonly Token[] = [];
  let done = 0;
  let before = '';
  let budget = BUDGET;
  let links = noLinks();
  const lex = (text: string) =>
    lexMarkdown(text, Math.min(budget, BLOCK_BUDGET, CHARACTER_BUDGET * Math.max(STEP, text.length)), links);
  return (source) => {
    const text = source.replaceAll('\r', '');
    if (!text.startsWith(before)) {
      finished = [];
      done = 0;
      budget = BUDGET;
      links = noLinks();
    }
    before = text;
    // Links may be defined at the end.
    lex(text.slice(done).match(definition)?.join('\n\n') ?? '');
    for (let step = STEP; ;) {
      const isEnd = done + step >= text.length;
      const end = isEnd ? text.length : text.lastIndexOf('\n', done + step) + 1;
      const rest = text.slice(done, end > done ? end : done + step);
      const { tokens, cost } = lex(rest);
      const last = tokens.findLastIndex(({ type }) => type !== 'space');
      const ended = tokens.slice(0, Math.max(0, last));
      const length = ended.reduce((sum, { raw }) => sum + raw.length, 0);
      if (!isEnd || length > 0) budget -= cost;
      finished = [...finished, ...ended];
      done += length;
      if (isEnd && rest.length - length <= MAX_BLOCK) return [...finished, ...tokens.slice(ended.length)];
      if (isEnd) {
        finished = [...finished, plainToken(rest.slice(length))];
        done = text.length;
        return finished;
      }
      step = length > 0 ? STEP : 8 * step;
    }
  };
}

const noLinks = () => Object.create(null) as Links;
/** A link definition. */
const definition = /^ {0,3}\[[^[\]\n]{1,999}\]:.*(?:\n[ \t]+\S.*)?$/gm;

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
};

/** The text of a token; other character references stay, since they could be control characters. */
export function markdownText(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity]!);
}

/** An https or http address, or undefined for anything that a link must not open. */
export function getSafeUrl(address: string): string | undefined {
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
}

/** The cost of a token. Costs are counted in characters that the lexer scans: a million take about 4 ms. */
const TOKEN_COST = 2000;
/** Code has a toolbar, a table has a frame. */
const FRAME_COST = 80_000;
/** Lists and quotes are scanned this often, at each level. */
const LEVEL_COST = 20;
/** Inline text is scanned again at each punctuation mark. */
const MAX_INLINE_COST = 1_000_000;

/**
 * Parses Markdown at a limited cost (X12, X13). Blocks and inline texts that are nested too deeply or that would cost too
 * much become plain text, before they are scanned.
 * @param links the link definitions, to which those in the text are added
 */
export function lexMarkdown(text: string, budget: number, links: Links) {
  const lexer = new BoundedLexer(budget, links);
  const tokens = attempt((): readonly Token[] => lexer.lex(text)) ?? [plainToken(text)];
  return { tokens, cost: budget - lexer.budget };
}

/** Text that is displayed as it is. */
export function plainToken(raw: string): Tokens.HTML {
  return { type: 'html', raw, text: raw, block: true, pre: false };
}

class BoundedLexer extends Lexer {
  budget: number;
  readonly #inlineBudget: number;
  #depth = 0;

  constructor(budget: number, links: Links) {
    super({ gfm: true, tokenizer: new BoundedTokenizer() });
    this.budget = budget;
    this.#inlineBudget = budget / 2;
    this.tokens.links = links;
  }

  /** Whether the budget allows a cost, which is then deducted. Blocks come first and leave half of it for inline text. */
  spend(cost: number, isBlock = false): boolean {
    const isAffordable = cost + TOKEN_COST <= this.budget - (isBlock ? this.#inlineBudget : 0);
    if (isAffordable) this.budget -= cost + TOKEN_COST;
    return isAffordable;
  }

  override blockTokens(text: string, tokens: Token[] = [], isClipped = false): Token[] & { links: Links } {
    const parsed = this.#nest(text, tokens, () => super.blockTokens(text, tokens, isClipped));
    return parsed as Token[] & { links: Links };
  }

  override inlineTokens(text: string, tokens: Token[] = []): Token[] {
    const cost = countMatches(text, /[!-/:-@[-`{-~]/g) * text.length;
    const isAffordable = cost <= MAX_INLINE_COST && this.spend(cost);
    return this.#nest(text, tokens, isAffordable && (() => super.inlineTokens(text, tokens)));
  }

  #nest(text: string, tokens: Token[], parse: false | (() => Token[])): Token[] {
    if (!parse || this.#depth === MAX_DEPTH) {
      tokens.push(plainToken(text));
      return tokens;
    }
    this.#depth += 1;
    const parsed = parse();
    this.#depth -= 1;
    return parsed;
  }
}

/** Its methods return plain text for what would cost too much; the lexer accepts any token. */
class BoundedTokenizer extends Tokenizer {
  #spend(cost: number): boolean {
    return (this.lexer as BoundedLexer).spend(cost, true);
  }

  /** Called first for each block. */
  override space(text: string): Tokens.Space | undefined {
    // The lexer takes a single character for a newline.
    return text.length === 1 || this.#spend(text.length) ? super.space(text) : plain(text);
  }

  /** Called first for each inline token. */
  override escape(text: string): Tokens.Escape | undefined {
    return (this.lexer as BoundedLexer).spend(0) ? super.escape(text) : plain(text);
  }

  override fences(text: string): Tokens.Code | undefined {
    const code = super.fences(text);
    return code && !this.#spend(FRAME_COST) ? plain(code.raw) : code;
  }

  override list(text: string): Tokens.List | undefined {
    if (!this.rules.block.list.test(text)) return undefined;
    // At most the list.
    const [list = ''] = text.split(/\n\n(?=[^\s\d*+-])/, 1);
    // Lines that follow marks are scanned again for each of them.
    const marks = list.match(/^(?:[ \t]*(?:[*+>-]|\d{1,9}[.)]))+/gm) ?? [];
    const longest = marks.reduce((max, { length }) => Math.max(max, length), 0);
    const cost = (LEVEL_COST + longest) * list.length + TOKEN_COST * countMatches(list, /\n/g);
    return this.#spend(cost) ? super.list(text) : plain(list);
  }

  override blockquote(text: string): Tokens.Blockquote | undefined {
    const [quote] = this.rules.block.blockquote.exec(text) ?? [];
    if (quote === undefined) return undefined;
    // The rest is parsed again after each line without a mark.
    const unmarked = countMatches(quote, /^(?! {0,3}>)/gm);
    return this.#spend((LEVEL_COST + unmarked) * quote.length) ? super.blockquote(text) : plain(quote);
  }

  override table(text: string): Tokens.Table | undefined {
    const [table, header = '', , rows = ''] = this.rules.block.table.exec(text) ?? [];
    if (table === undefined) return undefined;
    // Browsers need as much for a row as for two cells.
    const cells = (header.split('|').length + 2) * rows.split('\n').length;
    return this.#spend(FRAME_COST + TOKEN_COST * cells)
      ? super.table(text)
      : plain(table.replace(/\n+$/, ''));
  }
}

function plain<AnyToken>(text: string): AnyToken {
  return plainToken(text) as AnyToken;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
