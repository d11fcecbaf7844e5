/** What began the code that a place of a text is in, for example three backquotes; empty outside code. */
export type Fence = string;

/** A part of a text, with the lines that fence it in where it is code. */
interface TextPart {
  readonly text: string;
  readonly isCode: boolean;
}

// Backquotes on one line before and after are words in code, not lines of it.
const opening = /^[ \t]*(?:(`{3,})[^`]*$|(~{3,}))/;
const closing = /^[ \t]*(`{3,}|~{3,})[ \t]*\r?\n?$/;

/**
 * Tells the code in a text from the rest, as models fence it in: lines of backquotes or tildes before and after. Nothing
 * is left out or changed.
 * @param fence that the text begins in
 * @returns the parts in order, and the fence that the text ends in
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
      const [, backquotes, tildes] = opening.exec(line) ?? [];
      open = backquotes ?? tildes ?? '';
      if (open !== '') cut(start, false);
    } else if (closing.exec(line)?.[1]?.startsWith(open)) {
      open = '';
      cut(at, true);
    }
  }
  cut(text.length, open !== '');
  return { parts, fence: open };
}

/** Which fence each block of a text begins in. Of a text that grows at its end only what is new is looked through. */
export function createFences(): (blocks: readonly string[]) => readonly Fence[] {
  let before: readonly string[] = [];
  let fences: Fence[] = [];
  return (blocks) => {
    const same = blocks.findIndex((block, index) => block !== before[index]);
    const known = same === -1 ? blocks.length : same;
    const next = fences.slice(0, known + 1);
    for (let index = next.length; index < blocks.length; index += 1)
      next.push(index === 0 ? '' : codeParts(blocks[index - 1]!, next[index - 1]!).fence);
    before = blocks;
    fences = next;
    return next;
  };
}
