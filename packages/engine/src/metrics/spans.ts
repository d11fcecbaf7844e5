import type { JsonValue } from '../fields/index.ts';
import type { Span } from '../results/index.ts';
import { codePointOffsets, isRecord } from '../text/index.ts';
import { foldText } from './texts.ts';

type Mark = Pick<Span, 'start' | 'end' | 'label'>;

/** Merges neighbors with the tags B-X and I-X, and returns each span as one comparable text. */
export function compareSpans(spans: readonly Mark[], text: string): readonly string[] {
  const merged: Mark[] = [];
  let lastName = '';
  for (const { start, end, label } of spans) {
    const [, prefix, name = label] = /^([BIES])-(.+)$/s.exec(label) ?? [];
    const last = merged.at(-1);
    const continues = (prefix === 'I' || prefix === 'E') && last && name === lastName;
    if (continues && text.slice(last.end, start).trim() === '') merged[merged.length - 1] = { ...last, end };
    else if (name !== 'O') merged.push({ start, end, label: name });
    lastName = name;
  }
  return [...new Set(merged.map(({ start, end, label }) => `${start}-${end} ${foldText(label)}`))];
}

/**
 * A list of `{start, end, label}`, with `entity_group` or `entity` for `label`, or of `[start, end, label]`, in code points; or one BIO tag for
 * each word of the text.
 */
export function parseSpans(value: JsonValue, text: string): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const words =
    value.every((tag) => typeof tag === 'string') && value.length > 0 ? [...text.matchAll(/\S+/g)] : [];
  if (words.length > 0 && words.length !== value.length) return undefined;
  const offset = codePointOffsets(text);
  const spans = value.flatMap((entry, index): Mark[] => {
    const word = words[index];
    if (word) return [{ start: word.index, end: word.index + word[0].length, label: String(entry) }];
    const { start, end, label, entity_group, entity } = (isRecord(entry) ? entry : {}) as Record<
      string,
      unknown
    >;
    const [from, to, name] = Array.isArray(entry) ? entry : [start, end, label ?? entity_group ?? entity];
    const isSpan = Number.isInteger(from) && Number.isInteger(to) && typeof name === 'string';
    return isSpan ? [{ start: offset(Number(from)), end: offset(Number(to)), label: name }] : [];
  });
  if (spans.length !== value.length) return undefined;
  return compareSpans(
    spans.sort((a, b) => a.start - b.start),
    text,
  );
}
