/** The stem must keep so many letters, or the ending stays. */
const shortestStem = 3;

interface Ending {
  ending: string;
  replacement: string;
}

const endings: readonly Ending[] = [
  { ending: "'s", replacement: '' },
  { ending: 'ies', replacement: 'y' },
  { ending: 'sses', replacement: 'ss' },
  { ending: 'shes', replacement: 'sh' },
  { ending: 'ches', replacement: 'ch' },
  { ending: 'xes', replacement: 'x' },
  { ending: 'ing', replacement: '' },
  { ending: 'ed', replacement: '' },
  { ending: 'ss', replacement: 'ss' },
  { ending: 'us', replacement: 'us' },
  { ending: 'is', replacement: 'is' },
  { ending: 's', replacement: '' },
];

/** What {@link stemOf} does, for model cards. */
export const stemRules = `A word's stem is the word in lower case without its ending: the first of these that fits and leaves three
letters is taken: *'s* is dropped, *ies* becomes *y*, *sses* *ss*, *shes* *sh*, *ches* *ch*, *xes* *x*, *ing* and *ed*
are dropped, *ss*, *us* and *is* stay, *s* is dropped. Then a final *e* is dropped if three letters remain.`;

/** A word's stem by a short list of English endings; see {@link stemRules}. */
export function stemOf(word: string): string {
  const fitting = endings.find(
    ({ ending, replacement }) =>
      word.endsWith(ending) && word.length - ending.length + replacement.length >= shortestStem,
  );
  const stem = fitting ? word.slice(0, word.length - fitting.ending.length) + fitting.replacement : word;
  return stem.endsWith('e') && stem.length > shortestStem ? stem.slice(0, -1) : stem;
}
