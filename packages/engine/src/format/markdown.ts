import type { Links, Token } from 'marked';
import { lexMarkdown, plainToken } from './bounded-lexer.ts';

export type { MarkedToken, Token as MarkdownToken, Tokens as MarkdownTokens } from 'marked';

/** Characters; longer blocks are plain text, since a block is parsed again whenever it grows. */
const MAX_BLOCK = 20_000;
/** Characters that are parsed at a time; eight times as many if they end no block. */
const STEP = 4000;
/** The budgets of a text, a block and a character, see {@link lexMarkdown}. */
const BUDGET = 30_000_000;
const BLOCK_BUDGET = 14_000_000;
const CHARACTER_BUDGET = 1500;

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
  return (given) => {
    const text = given.replaceAll('\r', '');
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
