import type { MarkedPart, TextPlace } from '@tryout/engine';

const LEAST = 2000;

/** Divides a text with marks into blocks at line ends outside the marks, so that each is laid out by itself. */
export function markedBlocks<Mark extends TextPlace>(
  parts: readonly MarkedPart<Mark>[],
): (readonly MarkedPart<Mark>[])[] {
  const blocks: MarkedPart<Mark>[][] = [];
  let block: MarkedPart<Mark>[] = [];
  let length = 0;
  const add = (part: MarkedPart<Mark>) => {
    if (part.text === '') return;
    block.push(part);
    length += part.text.length;
  };
  for (const part of parts) {
    let rest = part;
    while (rest.mark === undefined) {
      const line = rest.text.indexOf('\n', Math.max(0, LEAST - length));
      if (line === -1) break;
      add({ text: rest.text.slice(0, line + 1) });
      blocks.push(block);
      block = [];
      length = 0;
      rest = { text: rest.text.slice(line + 1) };
    }
    add(rest);
  }
  if (block.length > 0) blocks.push(block);
  return blocks;
}
