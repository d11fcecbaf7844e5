import { type Links, type Token, Lexer, Tokenizer, type Tokens } from 'marked';
import { MAX_DEPTH } from '../fields/index.ts';

/** The cost of a token. Costs are counted in characters that the lexer scans: a million take about 4 ms. */
const TOKEN_COST = 2000;
/** Code has a toolbar, a table has a frame. */
const FRAME_COST = 80_000;
/** Lists and quotes are scanned this often, at each level. */
const LEVEL_COST = 20;
/** Inline text is scanned again at each punctuation mark. */
const MAX_INLINE_COST = 1_000_000;

/** Text that is displayed as it is. */
export function plainToken<AnyToken = Tokens.HTML>(raw: string): AnyToken {
  return { type: 'html', raw, text: raw, block: true, pre: false } as AnyToken;
}

/**
 * Parses Markdown at a limited cost. Blocks and inline texts that are nested too deeply or that would cost too much become
 * plain text, before they are scanned.
 */
export class BoundedLexer extends Lexer {
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
    return text.length === 1 || this.#spend(text.length) ? super.space(text) : plainToken(text);
  }

  /** Called first for each inline token. */
  override escape(text: string): Tokens.Escape | undefined {
    if (!(this.lexer as BoundedLexer).spend(0)) return plainToken(text);
    const escape = super.escape(text);
    if (!escape || !'()[]'.includes(escape.text)) return escape;
    // Models write formulas in escaped brackets.
    const [raw] = /^\\\([^]*?\\\)|^\\\[[^]*?\\\]/.exec(text) ?? [escape.raw];
    return { ...escape, raw, text: raw };
  }

  override inlineText(text: string): Tokens.Text | undefined {
    const token = super.inlineText(text);
    return token && !token.escaped ? { ...token, text: decodeReferences(token.text) } : token;
  }

  /** Two tildes strike through; single ones are in ranges and paths. */
  override del(text: string, masked: string, previous?: string): Tokens.Del | undefined {
    return text.startsWith('~~') ? super.del(text, masked, previous) : undefined;
  }

  override link(text: string): Tokens.Link | Tokens.Image | undefined {
    const { linkEmitted } = this.lexer.state;
    const link = openable(super.link(text));
    if (link) return this.#shown(link);
    this.lexer.state.linkEmitted = linkEmitted;
    return undefined;
  }

  override reflink(text: string, links: Links): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    const token = super.reflink(text, links);
    if (token?.type !== 'link' && token?.type !== 'image') return token;
    const [label] = /\[(?:\\[^]|[^[\]\\])+\]$/.exec(token.raw.replace(/\[\]$/, '')) ?? [''];
    return { ...this.#shown(token), label: normalizeLabel(label).slice(1, -1) } as Tokens.Link;
  }

  /** A link with everything that was written: nothing is loaded, and a title would be hidden. */
  #shown(link: Tokens.Link | Tokens.Image): Tokens.Link {
    const href = decodeReferences(link.href);
    const title = link.title ? [plainToken(` (${decodeReferences(link.title)})`)] : [];
    if (link.type === 'link') return { ...link, href, tokens: [...link.tokens, ...title] };
    const text = link.text === '' ? href : `${link.text} (${href})`;
    const tokens = [plainToken(text), ...title];
    // A link has no other links in it.
    const type = this.lexer.state.inLink ? 'text' : 'link';
    return { type, raw: link.raw, href, text: href, tokens } as Tokens.Link;
  }

  override autolink(text: string): Tokens.Link | undefined {
    const link = super.autolink(text);
    return link?.href.startsWith('mailto:') ? link : openable(link);
  }

  override def(text: string): Tokens.Def | undefined {
    return openable(super.def(text));
  }

  override fences(text: string): Tokens.Code | undefined {
    const code = super.fences(text);
    return code && !this.#spend(FRAME_COST) ? plainToken(code.raw) : code;
  }

  override list(text: string): Tokens.List | undefined {
    if (!this.rules.block.list.test(text)) return undefined;
    // At most the list.
    const [list = ''] = text.split(/\n\n(?=[^\s\d*+-])/, 1);
    // Lines that follow marks are scanned again for each of them.
    const marks = list.match(/^(?:[ \t]*(?:[*+>-]|\d{1,9}[.)]))+/gm) ?? [];
    const longest = marks.reduce((max, { length }) => Math.max(max, length), 0);
    const cost = (LEVEL_COST + longest) * list.length + TOKEN_COST * countMatches(list, /\n/g);
    return this.#spend(cost) ? super.list(text) : plainToken(list);
  }

  override blockquote(text: string): Tokens.Blockquote | undefined {
    const [quote] = this.rules.block.blockquote.exec(text) ?? [];
    if (quote === undefined) return undefined;
    // The rest is parsed again after each line without a mark.
    const unmarked = countMatches(quote, /^(?! {0,3}>)/gm);
    return this.#spend((LEVEL_COST + unmarked) * quote.length) ? super.blockquote(text) : plainToken(quote);
  }

  /** The last cell of a row has what goes beyond the header. */
  override table(text: string): Tokens.Table | undefined {
    const [table, header = '', delimiters = '', rows = ''] = this.rules.block.table.exec(text) ?? [];
    if (table === undefined) return undefined;
    const raw = table.replace(/\n+$/, '');
    // Browsers need as much for a row as for two cells.
    const cells = (header.split('|').length + 2) * rows.split('\n').length;
    if (!this.#spend(FRAME_COST + TOKEN_COST * cells)) return plainToken(raw);
    const width = countMatches(header, innerPipe);
    const fitting = rows.replaceAll(/^.+/gm, (row) => {
      let left = width + getIndent(row) - getIndent(header);
      return row.replace(innerPipe, (pipe) => (left-- > 0 ? pipe : `${pipe.slice(0, -1)}\\|`));
    });
    const parsed = super.table(`${header}\n${delimiters}\n${fitting}`);
    return parsed && { ...parsed, raw };
  }
}

/** Between two cells, or before the first one. */
const innerPipe = /(?<!\\)(?:\\\\)*\|(?!\s*$)/g;
const getIndent = (row: string) => Number(row.trimStart().startsWith('|'));

/** A link that cannot be opened stays as it was written, with its address: it is likely none, or a part of code. */
function openable<Link extends { readonly href: string }>(link: Link | undefined): Link | undefined {
  return link && getSafeUrl(decodeReferences(link.href)) !== undefined ? link : undefined;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** An https or http address, or undefined for anything that a link must not open. */
export function getSafeUrl(address: string): string | undefined {
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
}

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };

/** The lexer has replaced numeric references; those to other names stay as they are written. */
function decodeReferences(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: keyof typeof entities) => entities[name]);
}

/** As the lexer compares labels. */
export function normalizeLabel(text: string): string {
  const spaced = text.replaceAll(/\s+/g, ' ').replaceAll(/(?<=\[) | (?=\])/g, '');
  return spaced.toLowerCase().toUpperCase().toLowerCase();
}
