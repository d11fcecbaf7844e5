const TOKENS = 2000;
const words = ['The', ' quick', ' brown', ' fox', ' jumps', ' over', ' the', ' lazy', ' dog', '.'];

/**
 * Gives 2,000 tokens, so many a second, in paragraphs.
 * @param flush called after those that are due at the same moment
 */
export async function tokens(rate, give, flush = () => undefined) {
  const started = performance.now();
  for (let sent = 0; sent < TOKENS;) {
    const due = Math.min(TOKENS, Math.floor(((performance.now() - started) / 1000) * rate));
    for (; sent < due; sent += 1) give(sent % 120 === 119 ? '\n\n' : words[sent % words.length]);
    flush();
    await new Promise((resolve) => setTimeout(resolve, 1000 / rate));
  }
}
