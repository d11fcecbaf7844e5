import { lexer, type Token } from 'marked';
import { attempt } from '../text/index.ts';

export type { MarkedToken, Token as MarkdownToken, Tokens as MarkdownTokens } from 'marked';

/** Characters; longer blocks are plain text, since a block is parsed again whenever it grows. */
const MAX_BLOCK = 20_000;

/**
 * Parses a growing Markdown text into blocks. Finished blocks stay the same objects, so that only the last one is parsed
 * and drawn again. Raw HTML is a token of its own, to be shown as text.
 */
export function markdownBlocks(): (text: string) => readonly Token[] {
  let finished: readonly Token[] = [];
  let done = 0;
  let before = '';
  return (given) => {
    const text = given.replaceAll('\r', '');
    if (!text.startsWith(before)) {
      finished = [];
      done = 0;
    }
    before = text;
    const rest = text.slice(done);
    const blocks = attempt(() => lexer(rest) as readonly Token[]) ?? [plain(rest)];
    const last = blocks.findLastIndex(({ type }) => type !== 'space');
    const ended = blocks.slice(0, Math.max(0, last));
    const length = ended.reduce((sum, { raw }) => sum + raw.length, 0);
    if (rest.length - length > MAX_BLOCK) {
      finished = [...finished, ...ended, plain(rest.slice(length))];
      done = text.length;
      return finished;
    }
    finished = [...finished, ...ended];
    done += length;
    return [...finished, ...blocks.slice(ended.length)];
  };
}

function plain(text: string): Token {
  return { type: 'text', raw: text, text };
}

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
