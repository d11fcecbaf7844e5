import {
  isModelId,
  modelIdIn,
  modelLabels,
  nameSearch,
  plainModelId,
  providerSummary,
  shortCount,
  visibleLine,
  searchTerms,
  type ListedModel,
} from '@tryout/engine';
import { ArrowDownToLine, CornerDownRight, Heart, Search, type LucideIcon } from 'lucide-react';
import { useMemo } from 'react';
import { classes } from '../../lib/classes.ts';
import { parseCandidate } from '../../state/routes.ts';
import { Emphasized, type ComboboxItem } from '../../ui/combobox/options.tsx';
import { VisuallyHidden } from '../../ui/panel.tsx';
import styles from './picker.module.css';

/** A model, a typed ID, or a Hub search for the typed text. */
type ModelRow = ComboboxItem &
  (
    | { readonly kind: 'model'; readonly model: ListedModel }
    | { readonly kind: 'typed' }
    | { readonly kind: 'search'; readonly words: string }
  );

/** Characters; IDs are shorter, and longer pasted text is not sent. */
const MAX_SEARCH = 200;

/** The models that match the typed text, best first, with the typed ID, then a Hub search. */
export function useModelRows(models: readonly ListedModel[], query: string, hubUrl: string) {
  const all = useMemo(() => models.map(createModelRow), [models]);
  const search = useMemo(
    () =>
      nameSearch(
        all.map(({ text }) => text),
        models.map(({ providers }) => ({ words: providers.join(' ') })),
      ),
    [all, models],
  );
  // The ID in a pasted model URL, or the typed text.
  const words = searchTerms(hubUrl, query);
  return useMemo(() => {
    const indexes = search.find(words);
    if (indexes === undefined) return { rows: all, matchCount: all.length, words };
    const matches = indexes.map((index) => all[index]!);
    const typed = findTypedName(hubUrl, query);
    const isListed = (id: string) => models.some(({ name }) => name === id);
    const typedRows = typed === undefined || isListed(typed) ? [] : [createIdRow(typed)];
    // Enter chooses the first row, which must not drop the provider of a listed model.
    const [first, then] = isListed(plainModelId(typed ?? '')) ? [typedRows, matches] : [matches, typedRows];
    return { rows: [...first, ...then, createSearchRow(words)], matchCount: matches.length, words };
  }, [all, models, search, query, words, hubUrl]);
}

/** The model in the typed text, with its provider if one follows. */
function findTypedName(hubUrl: string, query: string): string | undefined {
  const { model, provider } = parseCandidate(query.trim());
  const id = modelIdIn(hubUrl, provider === undefined ? query : model);
  return provider === undefined || id === undefined ? id : `${id}:${provider}`;
}

/** The row of a model that may not be listed. */
export function createIdRow(id: string): ModelRow {
  return { kind: 'typed', key: id, text: id };
}

function createModelRow(model: ListedModel): ModelRow {
  const { name } = model;
  return { kind: 'model', key: name, text: visibleLine(name), isDisabled: !isModelId(name), model };
}

function createSearchRow(words: string): ModelRow {
  const query = words.slice(0, MAX_SEARCH);
  // IDs cannot start with a question mark.
  return { kind: 'search', key: `?${query}`, text: '', isAction: true, words: query };
}

export function ModelRowView({ row, words }: { readonly row: ModelRow; readonly words: string }) {
  if (row.kind !== 'model') {
    const Icon = row.kind === 'search' ? Search : CornerDownRight;
    return (
      <span className={styles.action}>
        <Icon aria-hidden="true" size={18} />
        <span className={styles.rowName}>
          {row.kind === 'search' ? `Search the Hub for “${row.words}”` : `Use ${row.key}`}
        </span>
      </span>
    );
  }
  const { model, text, isDisabled } = row;
  return (
    <span className={classes(styles.row, model.providers.length === 0 && 'soft')}>
      <span className={styles.rowName} title={text}>
        <Emphasized text={text} words={words} />
      </span>
      <span className={styles.badges}>
        {[...modelLabels(model), ...(isDisabled ? ['invalid name'] : [])].map((label) => (
          <span key={label} className={styles.badge}>
            {label}
          </span>
        ))}
      </span>
      <ModelFacts model={model} />
    </span>
  );
}

/** The others are only counted. */
const MAX_PROVIDERS = 2;

/** Downloads, likes and providers of a model in one line. */
export function ModelFacts({ model }: { readonly model: ListedModel }) {
  return (
    <span className={styles.rowFacts}>
      <Count icon={ArrowDownToLine} value={model.downloads} noun="downloads" />
      <Count icon={Heart} value={model.likes} noun="likes" />
      <span className={styles.providers}>
        {visibleLine(providerSummary(model, MAX_PROVIDERS) ?? 'unavailable')}
      </span>
    </span>
  );
}

interface CountProps {
  readonly icon: LucideIcon;
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
