import type { Links, Token, Tokens } from 'marked';
import { attempt, isRecord } from '../text/index.ts';
import { BoundedLexer, normalizeLabel, plainToken } from './markdown-lexer.ts';

export type { MarkedToken, Token as MarkdownToken, Tokens as MarkdownTokens } from 'marked';

/** Characters; longer blocks are plain text, since a block is parsed again whenever it grows. */
const MAX_BLOCK = 20_000;
/** Characters that are parsed at a time; eight times as many if they end no block. */
const STEP = 4000;
/** The budgets of a text, a block and a character, see {@link BoundedLexer}. */
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

  function lex(text: string) {
    const limit = Math.min(budget, BLOCK_BUDGET, CHARACTER_BUDGET * Math.max(STEP, text.length));
    const lexer = new BoundedLexer(limit, links);
    const tokens = attempt((): readonly Token[] => lexer.lex(text)) ?? [plainToken(text)];
    return { tokens, cost: limit - lexer.budget };
  }

  /** Parses finished blocks again whose links have got another definition, or none. */
  function updateLinks(next: Links): void {
    const known = finishedLinks;
    finishedLinks = links = next;
    const isChanged = (label: string) => JSON.stringify(known[label]) !== JSON.stringify(next[label]);
    const labels = new Set(Object.keys({ ...known, ...next }).filter(isChanged));
    if (labels.size === 0) return;
    finished = finished.flatMap((block) => {
      const inBrackets = normalizeLabel(block.raw).match(/(?<=\[)[^[\]]+(?=\])/g) ?? [];
      if (block.type === 'html' || !inBrackets.some((label) => labels.has(label))) return [block];
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
    return withoutUsed([...finished, ...last]);
  };
}

const noLinks = () => Object.create(null) as Links;

/** The first definition of each label. */
function definedLinks(blocks: readonly Token[]): Links {
  const links = noLinks();
  for (const { tag, href, title } of blocks.flatMap(getReferences) as Tokens.Def[])
    if (tag !== undefined) links[tag] ??= { href, title };
  return links;
}

/** Blocks without the definitions of links, which are the first ones of their labels. */
function withoutUsed(blocks: readonly Token[]): readonly Token[] {
  const used = new Set(blocks.flatMap(getReferences).map(({ label }) => label as unknown));
  return blocks.map((block) =>
    block.type === 'def' && used.delete(block['tag']) ? { type: 'space', raw: block.raw } : block,
  );
}

const references = new WeakMap<Token, readonly Tokens.Generic[]>();

/** The definitions in a block, and the links that have one. */
function getReferences(block: Token): readonly Tokens.Generic[] {
  const found = references.get(block) ?? findReferences(block);
  references.set(block, found);
  return found;
}

function findReferences(part: unknown): readonly Tokens.Generic[] {
  if (!isRecord(part)) return [];
  const inner = Object.values(part).flatMap(findReferences);
  return 'tag' in part || 'label' in part ? [part as unknown as Tokens.Generic, ...inner] : inner;
}

/** The numbers of an ordered list as they are written. Items that all have the same one are counted. */
export function getListNumbers({ items, start }: Tokens.List): readonly number[] {
  const written = items.map(({ raw }) => Number.parseInt(raw, 10));
  return new Set(written).size > 1 ? written : written.map((_, index) => Number(start) + index);
}
