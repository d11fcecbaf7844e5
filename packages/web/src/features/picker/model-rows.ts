import { isModelId, modelIdIn, visibleLine, wordsToFind, type ListedModel } from '@tryout/engine';
import { useMemo } from 'react';
import type { ComboboxItem } from '../../lib/ui/combobox/combobox-item.ts';
import { useNameSearch, type NameFinder } from './use-name-search.ts';

/** A row of the list of models: a model, an id that was typed in full, or a search on the hub for what was typed. */
export type ModelRow = ComboboxItem &
  (
    | { readonly kind: 'model'; readonly model: ListedModel }
    | { readonly kind: 'typed'; readonly id: string }
    | { readonly kind: 'search'; readonly words: string }
  );

/** No id is longer; a pasted novel is not sent. */
const LONGEST_SEARCH = 200;

/** The list of models as it is narrowed now. */
export interface ModelRows {
  readonly rows: readonly ModelRow[];
  /** How many of the listed models are among them. */
  readonly found: number;
  /** What was looked for: of an address that was pasted the id in it. */
  readonly words: string;
  readonly names: NameFinder;
}

/** The rows that what is typed leaves, the best first. */
export function useModelRows(models: readonly ListedModel[], typed: string, hubUrl: string): ModelRows {
  const all = useMemo(() => models.map(rowOf), [models]);
  const texts = useMemo(() => all.map(({ text }) => text), [all]);
  const names = useNameSearch(texts);
  const words = wordsToFind(hubUrl, typed);
  return useMemo(() => {
    const indexes = names.find(words);
    if (indexes === undefined) return { rows: all, found: all.length, words, names };
    const found = indexes.map((index) => all[index]!);
    const own = ownRows(words, modelIdIn(hubUrl, typed), models);
    return { rows: [...found, ...own], found: found.length, words, names };
  }, [all, models, names, typed, words, hubUrl]);
}

/** The row of a model that may be in no list. */
export function typedRow(id: string): ModelRow {
  return { kind: 'typed', key: id, text: id, id };
}

function rowOf(model: ListedModel): ModelRow {
  const { name } = model;
  return { kind: 'model', key: name, text: visibleLine(name), isDisabled: !isModelId(name), model };
}

function ownRows(words: string, id: string | undefined, models: readonly ListedModel[]): ModelRow[] {
  const isNew = id !== undefined && !models.some(({ name }) => name === id);
  const sought = words.slice(0, LONGEST_SEARCH);
  return [
    ...(isNew ? [typedRow(id)] : []),
    // An id cannot begin with a question mark.
    { kind: 'search', key: `?${sought}`, text: '', isAction: true, words: sought },
  ];
}
