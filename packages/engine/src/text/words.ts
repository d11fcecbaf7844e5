/** Words that users type around what they mean. */
const fillers = new Set(
  'a an the my me i you it is are was in on at of from for to with and or what who where which how this that these can want do'.split(
    ' ',
  ),
);

/** The words of a text in lower case. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Words that carry meaning, without their English endings: `counting the cars` as `count`, `car`. */
export function getStems(words: readonly string[]): string[] {
  return words
    .filter((word) => !fillers.has(word))
    .map((word) => word.replace(/(?<=\p{L}{3})(?:ing|ed|es|s|e)$/u, ''));
}

/** An intent that typed words are about. */
export interface IntentMatch {
  readonly intent: string;
  /** The share of the typed words that the intent has, at least a half. */
  readonly share: number;
  /** The share of the intent's words that were typed. */
  readonly coverage: number;
}

/** The intent that has most of the typed words; undefined if none has half of them. */
export function findIntent(intents: readonly string[], typed: readonly string[]): IntentMatch | undefined {
  const stems = getStems(typed);
  if (stems.length === 0) return undefined;
  return intents
    .map((intent) => {
      const words = getStems(wordsIn(intent));
      const count = stems.filter((stem) => words.some((word) => word.startsWith(stem))).length;
      return { intent, share: count / stems.length, coverage: count / words.length };
    })
    .filter(({ share }) => share >= 0.5)
    .toSorted(compareIntents)[0];
}

/** Sorts the better match first. */
export function compareIntents(one: IntentMatch, other: IntentMatch): number {
  return other.share - one.share || other.coverage - one.coverage;
}

/** For example `Did you mean a, b or c?`; empty without names. */
export function didYouMean(names: readonly string[]): string {
  const list = [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');
  return list && `Did you mean ${list}?`;
}
