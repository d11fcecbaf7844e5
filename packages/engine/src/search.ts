import { count } from './format/index.ts';
import type { ListedModel } from './hub/index.ts';
import type { SessionState } from './session/index.ts';
import { plainModelId } from './spec/index.ts';
import { compareIntents, findIntent, wordsIn, type IntentMatch } from './text/index.ts';

/**
 * The models that a picker lists: those available now if its filter is on and there are any, or all. The default model
 * comes first, unless the Hub searched for something.
 * @param userDefault the model that runs if none is chosen, instead of the Hub's
 */
export function listedModels(
  {
    models: { status, models: all, further = [], search, defaultModel },
    availableOnly,
  }: Pick<SessionState, 'models' | 'availableOnly'>,
  userDefault = defaultModel,
) {
  const isAvailable = ({ providers }: ListedModel) => providers.length > 0;
  const running = [...all, ...further].filter(isAvailable);
  const isFiltered = availableOnly && (running.length > 0 || status === 'loading');
  const hidden = isFiltered ? all.filter((model) => !isAvailable(model)) : [];
  const hiddenNames = nameSearch(hidden.map(({ name }) => name));
  const none = status === 'loaded' && all.length > 0 && running.length === 0;
  /** The number of hidden models that match a typed text. */
  const countHidden = (typed: string) => hiddenNames.find(typed)?.length ?? hidden.length;
  const marked = (isFiltered ? running : all).map((model) =>
    model.name === plainModelId(userDefault ?? '') ? { ...model, isDefault: true } : model,
  );
  const withDefaultFirst = marked.toSorted(
    (one, other) => Number(other.isDefault ?? false) - Number(one.isDefault ?? false),
  );
  return {
    models: search === undefined ? withDefaultFirst : marked,
    countHidden,
    /** What the list lacks of the models that match a typed text; may be empty. */
    getNote(typed: string): string {
      if (none) return 'none is available right now';
      const missing = countHidden(typed);
      return missing === 0 ? '' : `${count(missing)} unavailable hidden`;
    },
  };
}

/** What else an item is found by. */
export interface SearchTerms {
  /** Other names, such as `asr`. */
  readonly aliases?: readonly string[];
  /** What it is for, in the words of users; half of the typed words are enough. */
  readonly intents?: readonly string[];
  /** Found by the beginnings of its words. */
  readonly words?: string;
}

/** Typed words that count, and characters that are read. */
const MAX_WORDS = 8;
const MAX_TYPED = 200;

function typedWords(typed: string): string[] {
  return wordsIn(typed.slice(0, MAX_TYPED)).slice(0, MAX_WORDS);
}

/** The words of a text, each after a space, so that ` image to` is a prefix of `Image-to-Text`. */
function spaced(words: readonly string[]): string {
  return words.map((word) => ` ${word}`).join('');
}

/** An item with its texts as {@link spaced} words. */
interface Item {
  readonly name: string;
  /** The name of a model, without its organization. */
  readonly ownName: string;
  readonly aliases: readonly string[];
  readonly intents: readonly string[];
  readonly words: string;
}

function getItem(name: string, { aliases = [], intents = [], words = '' }: SearchTerms = {}): Item {
  const read = (text: string) => spaced(wordsIn(text));
  return {
    name: read(name),
    ownName: read(name.slice(name.indexOf('/') + 1)),
    aliases: aliases.map(read),
    intents,
    words: read(`${name} ${words}`),
  };
}

/** Two of the ranks, which start at 0, the best. */
const INTENT = 6;
const PART_OF_INTENT = 9;

function getRank(
  { name, ownName, aliases, words }: Item,
  typed: readonly string[],
  intent: IntentMatch | undefined,
): number | undefined {
  const all = spaced(typed);
  const hasStarts = (text: string) => typed.every((word) => text.includes(` ${word}`));
  if (name === all || ownName === all) return 0;
  if (aliases.includes(all)) return 1;
  if (name.startsWith(all) || ownName.startsWith(all)) return 2;
  if (hasStarts(name)) return 3;
  if (aliases.some(hasStarts)) return 4;
  if (typed.every((word) => name.includes(word))) return 5;
  if (intent?.share === 1) return INTENT;
  if (hasStarts(words)) return 7;
  if (typed.every((word) => lettersIn(name, word).length > 0)) return 8;
  return intent && PART_OF_INTENT;
}

/** Prepares a search over names, for every list of tasks, models and parameters. */
export function nameSearch(names: readonly string[], terms?: readonly SearchTerms[]) {
  let items: readonly Item[] | undefined;
  return {
    /**
     * Indexes of the matching names: an equal name or alias first, then prefixes, beginnings of words, parts of words,
     * intents, letters in order; only without these, parts of intents. Undefined (all) when no word was typed.
     */
    find(typed: string): readonly number[] | undefined {
      const words = typedWords(typed);
      if (words.length === 0) return undefined;
      items ??= names.map((name, index) => getItem(name, terms?.[index]));
      const matches = items.flatMap((item, index) => {
        const intent = findIntent(item.intents, words);
        const rank = getRank(item, words, intent);
        if (rank === undefined) return [];
        return [{ index, rank, intent: rank === INTENT || rank === PART_OF_INTENT ? intent : undefined }];
      });
      const better = matches.filter(({ rank }) => rank !== PART_OF_INTENT);
      return (better.length > 0 ? better : matches).toSorted(compareMatches).map(({ index }) => index);
    },
  };
}

interface Match {
  readonly rank: number;
  readonly intent: IntentMatch | undefined;
}

function compareMatches(one: Match, other: Match): number {
  const hasIntents = one.rank === other.rank && one.intent && other.intent;
  return hasIntents ? compareIntents(one.intent, other.intent) : one.rank - other.rank;
}

/** The alias or intent that an item is found by; undefined if its name matches too, or nothing was typed. */
export function findAlias(
  name: string,
  { aliases, intents }: Required<Pick<SearchTerms, 'aliases' | 'intents'>>,
  typed: string,
): string | undefined {
  const words = typedWords(typed);
  const hasStarts = (text: string) => words.every((word) => spaced(wordsIn(text)).includes(` ${word}`));
  return hasStarts(name) ? undefined : (aliases.find(hasStarts) ?? findIntent(intents, words)?.intent);
}

/** The matches in each name: start and end offsets in turn. */
export function matchesIn(names: readonly string[], typed: string): readonly (readonly number[])[] {
  const words = typedWords(typed);
  return names.map((name) => words.flatMap((word) => getMatch(name.toLowerCase(), word)));
}

/** A word, preferably at the beginning of a part of the name, otherwise its letters. */
function getMatch(name: string, word: string): number[] {
  const start = name.search(new RegExp(`(?<![\\p{L}\\p{N}])${word}`, 'u'));
  const at = start === -1 ? name.indexOf(word) : start;
  return at === -1 ? lettersIn(name, word) : [at, at + word.length];
}

/** The letters of a word in order, each as early as possible; empty if the name lacks one. */
function lettersIn(name: string, word: string): number[] {
  const ranges: number[] = [];
  let end = 0;
  for (const letter of word) {
    const at = name.indexOf(letter, end);
    if (at === -1) return [];
    if (at === ranges.at(-1)) ranges.pop();
    else ranges.push(at);
    end = at + letter.length;
    ranges.push(end);
  }
  return ranges;
}
