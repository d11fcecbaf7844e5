import { type Links, type Token, Lexer, Tokenizer, type Tokens } from 'marked';
import { MAX_DEPTH } from '../fields/index.ts';
import { attempt, isRecord } from '../text/index.ts';

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
 * Parses a growing Markdown text into blocks: CommonMark with GitHub's tables, task lists and links. Finished blocks stay
 * the same objects, so that only the last one is parsed and drawn again. What is not displayed otherwise is a token of its
 * own, to be shown as text: raw HTML, and definitions that no link uses.
 */
export function markdownBlocks(): (text: string) => readonly Token[] {
  let finished: readonly Token[] = [];
  let done = 0;
  let before = '';
  let budget = BUDGET;
  /** What the links of the finished blocks are, and of the blocks that are parsed. */
  let finishedLinks = noLinks();
  let links = noLinks();
  const lex = (text: string) =>
    lexMarkdown(text, Math.min(budget, BLOCK_BUDGET, CHARACTER_BUDGET * Math.max(STEP, text.length)), links);

  /** Parses finished blocks again whose links have got another definition, or none. */
  function updateLinks(next: Links): void {
    const changed = Object.keys({ ...finishedLinks, ...next }).filter((label) => {
      const [was, is] = [finishedLinks[label], next[label]];
      return was?.href !== is?.href || was?.title !== is?.title;
    });
    finishedLinks = links = next;
    if (changed.length === 0) return;
    finished = finished.flatMap((block) => {
      const text = normalizeLabel(block.raw);
      if (block.type === 'html' || !changed.some((label) => text.includes(`[${label}]`))) return [block];
      const { tokens, cost } = lex(block.raw);
      budget -= cost;
      return tokens;
    });
  }

  /** Finishes blocks up to the last one that begins in complete lines; how a line that grows is parsed may change. */
  function finish(lines: string): void {
    for (let step = STEP; done < lines.length;) {
      const isEnd = done + step >= lines.length;
      const end = isEnd ? lines.length : lines.lastIndexOf('\n', done + step) + 1;
      const { tokens, cost } = lex(lines.slice(done, end > done ? end : done + step));
      const last = tokens.findLastIndex(({ type }) => type !== 'space');
      const ended = tokens.slice(0, Math.max(0, last));
      const length = ended.reduce((sum, { raw }) => sum + raw.length, 0);
      if (!isEnd || length > 0) budget -= cost;
      finished = [...finished, ...ended];
      done += length;
      if (isEnd) return;
      step = length > 0 ? STEP : 8 * step;
    }
  }

  /** Parses what follows the finished blocks. */
  function lexRest(text: string): readonly Token[] {
    const rest = text.slice(done);
    if (rest.length <= MAX_BLOCK) return lex(rest).tokens;
    finished = [...finished, plainToken(rest)];
    done = text.length;
    return [];
  }

  return (source) => {
    const text = source.replaceAll(/\r\n?/g, '\n');
    if (!text.startsWith(before)) {
      before = '';
      finished = [];
      done = 0;
      budget = BUDGET;
      finishedLinks = noLinks();
    }
    const complete = text.lastIndexOf('\n') + 1;
    links = definedLinks(finished);
    if (complete > before.lastIndexOf('\n') + 1) finish(text.slice(0, complete));
    before = text;
    const last = lexRest(text);
    // Links may be defined at the end.
    updateLinks(definedLinks([...finished, ...last]));
    return showUnused([...finished, ...last]);
  };
}

const noLinks = () => Object.create(null) as Links;

/** The first definition of each label. */
function definedLinks(blocks: readonly Token[]): Links {
  const links = noLinks();
  for (const block of blocks)
    for (const { tag, href, title } of cached(references, block, findReferences).definitions)
      links[tag] ??= { href, title };
  return links;
}

/** As the lexer compares labels. */
function normalizeLabel(text: string): string {
  const spaced = text.replaceAll(/\s+/g, ' ').replaceAll(/(?<=\[) | (?=\])/g, '');
  return spaced.toLowerCase().toUpperCase().toLowerCase();
}

/** Blocks with definitions as text, except for the first one of each label that a link has. */
function showUnused(blocks: readonly Token[]): readonly Token[] {
  if (!blocks.some(({ type }) => type === 'def')) return blocks;
  const used = new Set(blocks.flatMap((block) => cached(references, block, findReferences).labels));
  return blocks.map((block) =>
    block.type !== 'def' || used.delete(String(block.tag))
      ? block
      : cached(shownDefinitions, block, ({ raw }) => plainToken(raw)),
  );
}

/** The definitions in a block, and the labels of its links. */
interface References {
  readonly definitions: readonly Tokens.Def[];
  readonly labels: readonly string[];
}

const references = new WeakMap<Token, References>();
const shownDefinitions = new WeakMap<Token, Token>();

function cached<Value>(cache: WeakMap<Token, Value>, token: Token, create: (token: Token) => Value): Value {
  const value = cache.get(token) ?? create(token);
  cache.set(token, value);
  return value;
}

function findReferences(block: Token): References {
  const definitions: Tokens.Def[] = [];
  const labels: string[] = [];
  const visit = (part: unknown) => {
    if (!isRecord(part)) return;
    if (typeof part['tag'] === 'string') definitions.push(part as unknown as Tokens.Def);
    if (typeof part['label'] === 'string') labels.push(part['label']);
    for (const inner of Object.values(part)) visit(inner);
  };
  visit(block);
  return { definitions, labels };
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
};

/** The lexer has replaced numeric references; those to other names stay as they are written. */
function decodeReferences(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => entities[entity]!);
}

/** The numbers of an ordered list as they are written. Items that all have the same one are counted. */
export function getListNumbers({ items, start }: Tokens.List): readonly number[] {
  const written = items.map(({ raw }) => Number.parseInt(raw, 10));
  return new Set(written).size > 1 ? written : written.map((_, index) => Number(start) + index);
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

  get isNested(): boolean {
    return this.#depth > 1;
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
    if (!(this.lexer as BoundedLexer).spend(0)) return plain(text);
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
    const link = super.link(text);
    if (!link || getSafeUrl(decodeReferences(link.href)) !== undefined) return link && this.#shown(link);
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
    const title = link.title ? [textToken(` (${decodeReferences(link.title)})`)] : [];
    if (link.type === 'link') return { ...link, href, tokens: [...link.tokens, ...title] };
    const text = link.text === '' ? href : `${link.text} (${href})`;
    const tokens = [textToken(text), ...title];
    // A link has no other links in it.
    const type = this.lexer.state.inLink ? 'text' : 'link';
    return { type, raw: link.raw, href, text: href, tokens } as Tokens.Link;
  }

  override autolink(text: string): Tokens.Link | undefined {
    const link = super.autolink(text);
    const isAddress = link && (getSafeUrl(link.href) !== undefined || link.href.startsWith('mailto:'));
    return isAddress ? link : undefined;
  }

  override def(text: string): Tokens.Def | undefined {
    const definition = super.def(text);
    if (!definition || getSafeUrl(decodeReferences(definition.href)) === undefined) return undefined;
    return (this.lexer as BoundedLexer).isNested ? { ...definition, ...plain(definition.raw) } : definition;
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

  /** Rows with more cells than the header widen it. */
  override table(text: string): Tokens.Table | undefined {
    const [table, header = '', delimiters = '', rows = ''] = this.rules.block.table.exec(text) ?? [];
    if (table === undefined) return undefined;
    const raw = table.replace(/\n+$/, '');
    const lines = rows.split('\n');
    const width = countCells(header);
    const missing = lines.reduce((max, line) => Math.max(max, countCells(line)), width) - width;
    // Browsers need as much for a row as for two cells.
    const cells = (width + missing + 3) * lines.length;
    if (!this.#spend(FRAME_COST + TOKEN_COST * cells)) return plain(raw);
    if (missing === 0) return super.table(text);
    const widen = (line: string, cell: string) =>
      `${line.trimEnd()}${endsCell.test(line) ? '' : '|'}${`${cell}|`.repeat(missing)}\n`;
    const wide = super.table(widen(header, ' ') + widen(delimiters, '-') + rows);
    return wide && { ...wide, raw };
  }
}

const endsCell = /(?<!\\)(?:\\\\)*\|\s*$/;

function countCells(line: string): number {
  const pipes = countMatches(line, /(?<!\\)(?:\\\\)*\|/g);
  return pipes + 1 - Number(line.trimStart().startsWith('|')) - Number(endsCell.test(line));
}

function textToken(text: string): Tokens.Text {
  return { type: 'text', raw: text, text, escaped: false };
}

function plain<AnyToken>(text: string): AnyToken {
  return plainToken(text) as AnyToken;
}

function countMatches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
