/** Entries after a change, and the one that is typed in next. */
export interface ChangedEntries {
  readonly entries: readonly string[];
  readonly focus: number;
}

/**
 * Takes several pasted lines apart: the first goes where the caret is, the others become entries of their own; empty
 * ones behind it are filled first. Undefined for a single line.
 * @param before what stands before the caret in the entry, and `after` behind it
 */
export function withLines(
  entries: readonly string[],
  index: number,
  { before, after, pasted }: { readonly before: string; readonly after: string; readonly pasted: string },
): ChangedEntries | undefined {
  const lines = pasted.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length < 2) return undefined;
  const first = before + lines[0]! + after;
  const rest = lines.slice(1);
  const behind = entries.slice(index + 1);
  const filled = behind.findIndex((entry) => entry !== '');
  const empty = filled === -1 ? behind.length : filled;
  return {
    entries: [...entries.slice(0, index), first, ...rest, ...behind.slice(Math.min(empty, rest.length))],
    focus: index + rest.length,
  };
}

/** Where Enter leads from an entry: to the next one, or to a new one at the end. */
export function afterEnter(entries: readonly string[], index: number): ChangedEntries {
  const isLast = index === entries.length - 1;
  return { entries: isLast && entries[index] !== '' ? [...entries, ''] : entries, focus: index + 1 };
}
