import {
  accessMarks,
  isModelId,
  type ListedModel,
  modelIdIn,
  servedBy,
  shortCount,
  visibleLine,
  wordsToFind,
} from '@tryout/engine';
import { ArrowDownToLine, CornerDownRight, Heart, Search } from 'lucide-react';
import { useMemo } from 'react';
import type { ComboboxItem } from '../../lib/ui/combobox/combobox.tsx';
import { Emphasized } from '../../lib/ui/combobox/options.tsx';
import { VisuallyHidden } from '../../lib/ui/panel.tsx';
import { type NameFinder, useNameSearch } from './name-search.ts';
import styles from './picker.module.css';

/** A row of the list of models: a model, an id that was typed in full, or a search on the hub for what was typed. */
type ModelRow = ComboboxItem &
  (
    | { readonly kind: 'model'; readonly model: ListedModel }
    | { readonly kind: 'typed'; readonly id: string }
    | { readonly kind: 'search'; readonly words: string }
  );

/** No id is longer; a pasted novel is not sent. */
const LONGEST_SEARCH = 200;

/** The list of models as it is narrowed now. */
interface ModelRows {
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

interface ModelRowViewProps {
  readonly row: ModelRow;
  /** Beginnings and ends of the letters that were typed. */
  readonly places: readonly number[];
}

/** One row of the list of models. */
export function ModelRowView({ row, places }: ModelRowViewProps) {
  if (row.kind === 'search')
    return (
      <span className={styles.own}>
        <Search aria-hidden="true" size={18} />
        <span className={styles.rowName}>Search the Hub for “{row.words}”</span>
      </span>
    );
  if (row.kind === 'typed')
    return (
      <span className={styles.own}>
        <CornerDownRight aria-hidden="true" size={18} />
        <span className={styles.rowName}>Use {row.id}</span>
      </span>
    );
  const { model, text, isDisabled } = row;
  return (
    <span className={styles.row}>
      <span className={styles.rowName} title={text}>
        <Emphasized text={text} places={places} />
      </span>
      <span className={styles.marks}>
        {accessMarks(model).map((mark) => (
          <span key={mark} className={styles.badge}>
            {mark}
          </span>
        ))}
      </span>
      <ModelFacts model={model} instead={isDisabled ? 'not a usable name' : undefined} />
    </span>
  );
}

/** Of more than these providers only the number is told. */
const MOST_PROVIDERS = 2;

interface ModelFactsProps {
  readonly model: ListedModel;
  /** Said in place of who serves it. */
  readonly instead?: string | undefined;
}

/** How used a model is and who serves it, in a line. */
export function ModelFacts({ model, instead }: ModelFactsProps) {
  return (
    <span className={styles.rowFacts}>
      <Count icon={ArrowDownToLine} value={model.downloads} noun="downloads" />
      <Count icon={Heart} value={model.likes} noun="likes" />
      <span className={styles.served}>
        {instead ?? visibleLine(servedBy(model, MOST_PROVIDERS) ?? 'not served')}
      </span>
    </span>
  );
}

interface CountProps {
  readonly icon: typeof Heart;
  readonly value: number;
  readonly noun: string;
}

function Count({ icon: Icon, value, noun }: CountProps) {
  return (
    <span className={styles.count}>
      <Icon aria-hidden="true" size={13} />
      {shortCount(value)}
      <VisuallyHidden> {noun}, </VisuallyHidden>
    </span>
  );
}
