const tokenPattern = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[.,;:!?]/gu;

/** The tokens of a text for the n-gram models: words as written, and the marks . , ; : ! ? */
export function nGramTokens(text: string): string[] {
  return Array.from(text.matchAll(tokenPattern), (match) => match[0]);
}

/** Whether a token is a mark that ends a sentence. */
export function endsSentence(token: string): boolean {
  return token === '.' || token === '!' || token === '?';
}

/** Whether a token is a mark rather than a word. */
export function isMark(token: string): boolean {
  return /^[.,;:!?]$/.test(token);
}
