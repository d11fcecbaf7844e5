type Granularity = 'grapheme' | 'word';

/** Below this no character joins its neighbours (line ends aside), so that most texts need no segmenter. */
const FIRST_MARK = 0x300;

const segmenters = new Map<Granularity, Intl.Segmenter>();
const latest = new Map<Granularity, { readonly text: string; readonly segments: Intl.Segments }>();

/** Made when first needed, which takes a while; the text that was looked at last is looked at again. */
function segmentsOf(text: string, granularity: Granularity): Intl.Segments {
  const known = latest.get(granularity);
  if (known?.text === text) return known.segments;
  const segmenter = segmenters.get(granularity) ?? new Intl.Segmenter(undefined, { granularity });
  segmenters.set(granularity, segmenter);
  const segments = segmenter.segment(text);
  latest.set(granularity, { text, segments });
  return segments;
}

const isPlain = (text: string, index: number) => !(text.charCodeAt(index) >= FIRST_MARK);

/** Where the character ends, as a person sees it, that begins at or holds an offset (UTF-16 units). */
export function nextBoundary(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  if (isPlain(text, offset) && isPlain(text, offset + 1)) return offset + 1;
  const found = segmentsOf(text, 'grapheme').containing(offset);
  return found ? found.index + found.segment.length : text.length;
}

/** Where the character begins that ends at or holds what is before an offset. */
export function previousBoundary(text: string, offset: number): number {
  if (offset <= 0) return 0;
  if (isPlain(text, offset - 1) && isPlain(text, offset - 2)) return offset - 1;
  return segmentsOf(text, 'grapheme').containing(offset - 1)?.index ?? 0;
}

/** The offset itself where characters meet, else the end of the character that it lies in. */
export function boundaryFrom(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  if (offset <= 0 || (isPlain(text, offset - 1) && isPlain(text, offset))) return Math.max(0, offset);
  const found = segmentsOf(text, 'grapheme').containing(offset);
  return !found || found.index === offset ? offset : found.index + found.segment.length;
}

/** Where the next word ends: at it or behind what is no word. Undefined when none follows. */
export function nextWordEnd(text: string, offset: number): number | undefined {
  const segments = segmentsOf(text, 'word');
  for (let index = offset; index < text.length;) {
    const found = segments.containing(index);
    if (!found) return undefined;
    index = found.index + found.segment.length;
    if (found.isWordLike) return index;
  }
  return undefined;
}

/** Where the word begins that is at or before an offset. Undefined when none is. */
export function previousWordStart(text: string, offset: number): number | undefined {
  const segments = segmentsOf(text, 'word');
  for (let index = offset; index > 0;) {
    const found = segments.containing(index - 1);
    if (!found) return undefined;
    if (found.isWordLike) return found.index;
    index = found.index;
  }
  return undefined;
}
