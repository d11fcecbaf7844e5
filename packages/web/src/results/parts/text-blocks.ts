/** A block ends at the first line end after this many characters. */
const LEAST = 2000;
/** A line that is longer than this is divided all the same: browsers lay a block out in one go. */
const MOST = 20_000;

/**
 * Divides a text into blocks at line ends. Of a text that grows at its end, blocks that are finished stay as they are,
 * so that only the last one is laid out again.
 */
export function createTextBlocks(): (text: string) => readonly string[] {
  let finished: string[] = [];
  let done = 0;
  let before = '';
  return (text) => {
    if (!text.startsWith(before)) {
      finished = [];
      done = 0;
    }
    before = text;
    for (let end = blockEnd(text, done); end !== undefined; end = blockEnd(text, done)) {
      finished = [...finished, text.slice(done, end)];
      done = end;
    }
    return done < text.length ? [...finished, text.slice(done)] : finished;
  };
}

/** Where the block that begins at a place ends; undefined while it may still grow. */
function blockEnd(text: string, start: number): number | undefined {
  if (text.length - start < LEAST) return undefined;
  const line = text.indexOf('\n', start + LEAST - 1);
  if (line !== -1 && line - start < MOST) return line + 1;
  if (text.length - start <= MOST) return undefined;
  const space = text.lastIndexOf(' ', start + MOST);
  if (space > start + LEAST) return space + 1;
  // Not between the halves of a character.
  return start + MOST - (/[\ud800-\udbff]/.test(text.charAt(start + MOST - 1)) ? 1 : 0);
}
