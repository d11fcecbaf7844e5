/** The opening fence of the code at a position, for example three backticks; empty outside of code. */
export type Fence = string;

interface TextPart {
  readonly text: string;
  readonly isCode: boolean;
}

// Backticks elsewhere on the line are inline code.
const opening = /^[ \t]*(?:(`{3,})[^`]*$|(~{3,}))/;
const closing = /^[ \t]*(`{3,}|~{3,})[ \t]*\r?\n?$/;

/**
 * Separates fenced code from the rest of a Markdown text. The parts contain the full text, including the fences.
 * @param fence that the text starts in
 * @returns the parts, and the fence that the text ends in
 */
export function codeParts(text: string, fence: Fence): { readonly parts: TextPart[]; readonly fence: Fence } {
  if (fence === '' && !text.includes('```') && !text.includes('~~~'))
    return { parts: [{ text, isCode: false }], fence };
  const parts: TextPart[] = [];
  let open = fence;
  let from = 0;
  const cut = (to: number, isCode: boolean) => {
    if (to > from) parts.push({ text: text.slice(from, to), isCode });
    from = to;
  };
  for (let at = 0; at < text.length;) {
    const start = at;
    const end = text.indexOf('\n', start);
    at = end === -1 ? text.length : end + 1;
    const line = text.slice(start, at);
    if (open === '') {
      const [, backticks, tildes] = opening.exec(line) ?? [];
      open = backticks ?? tildes ?? '';
      if (open !== '') cut(start, false);
    } else if (closing.exec(line)?.[1]?.startsWith(open)) {
      open = '';
      cut(at, true);
    }
  }
  cut(text.length, open !== '');
  return { parts, fence: open };
}

/** Computes the fence that each block starts in; for growing text, only for new blocks. */
export function createFences(): (blocks: readonly string[]) => readonly Fence[] {
  let before: readonly string[] = [];
  let fences: Fence[] = [];
  return (blocks) => {
    const firstChanged = blocks.findIndex((block, index) => block !== before[index]);
    const known = firstChanged === -1 ? blocks.length : firstChanged;
    const next = fences.slice(0, known + 1);
    for (let index = next.length; index < blocks.length; index += 1)
      next.push(index === 0 ? '' : codeParts(blocks[index - 1]!, next[index - 1]!).fence);
    before = blocks;
    fences = next;
    return next;
  };
}
