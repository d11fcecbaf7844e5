import {
  counted,
  getMessage,
  modelLabels,
  modelsMessage,
  providerSummary,
  shortCount,
  visibleLine,
  type ListedModel,
  type SessionState,
} from '@tryout/engine';
import type { Theme } from '../../screen/index.ts';
import type { ExtraColumns } from './filter-list.tsx';
import { paragraph } from './text.tsx';

/** Maximum characters of the filter in messages. */
const MAX_TYPED = 200;

interface ListState {
  readonly filter: string;
  readonly selection: object | undefined;
  /** The typed text, if it is a model ID that is not in the list. */
  readonly modelId: string | undefined;
  /** The number of matching models that the filter hides. */
  readonly hidden: number;
}

/** Whether the list is loading, empty or failed, and what to do. */
export function listMessage(
  state: SessionState,
  { filter, selection, modelId, hidden }: ListState,
  theme: Theme,
  width: number,
): string[] {
  const { status, models, error, search } = state.models;
  const quote = (text: string) => `'${theme.cut(text.slice(0, MAX_TYPED), width)}'`;
  const lines = (...texts: readonly string[]) => texts.flatMap((text) => paragraph(text, width));
  if (status === 'failed') {
    const incomplete = models.length > 0 ? 'The list is incomplete: ' : '';
    const prefix = search === undefined ? incomplete : `The search for ${quote(search)} failed: `;
    return [...paragraph(prefix + getMessage(error), width, theme.error), ...lines('Ctrl-R: try again.')];
  }
  if (models.length > 0) {
    if (selection || filter.trim() === '') return [];
    const lookUp = modelId === undefined ? '' : 'Enter: look up this model. ';
    const none = `No model in this list matches ${quote(filter)}.`;
    const all = hidden === 0 ? '' : 'F5: list all models. ';
    return lines(none, `${all}${lookUp}Ctrl-N: search the Hub. Esc: clear the filter.`);
  }
  if (status === 'loaded' && search !== undefined) {
    return lines(`The Hub has no models for this task that match ${quote(search)}.`, 'Esc: the full list.');
  }
  const hint = status === 'loaded' ? ['You can also enter a full model ID (organization/name).'] : [];
  return lines(modelsMessage(state) ?? '', ...hint);
}

/** Notes about invalid rows and missing pages. */
export function incompleteLines({ models: { dropped, truncated } }: SessionState, width: number): string[] {
  const droppedNote = `${counted(dropped, 'row')} could not be read and ${dropped === 1 ? 'was' : 'were'} skipped.`;
  const truncatedNote =
    'The list may be incomplete: the Hub has more pages. Type a name, then press Ctrl-N to search the Hub.';
  return [
    ...(dropped === 0 ? [] : paragraph(droppedNote, width)),
    ...(truncated ? paragraph(truncatedNote, width) : []),
  ];
}

const COUNTS = 'downloads likes';
/** Minimum widths for the counts, for the providers, and for many providers. */
const FOR_COUNTS = 44;
const FOR_PROVIDERS = 64;
const WIDE = 100;

/** Downloads, likes and providers, if there is room. */
export function modelColumns(theme: Theme, columns: number): ExtraColumns<ListedModel> | undefined {
  if (columns < FOR_COUNTS) return undefined;
  const providersWidth = columns < FOR_PROVIDERS ? 0 : columns >= WIDE ? 36 : 20;
  return {
    width: COUNTS.length + (providersWidth > 0 ? 2 + providersWidth : 0),
    heading: COUNTS + (providersWidth > 0 ? '  providers' : ''),
    of(model) {
      const downloads = shortCount(model.downloads).padStart('downloads'.length);
      const likes = shortCount(model.likes).padStart(' likes'.length);
      return (
        downloads + likes + (providersWidth > 0 ? `  ${getProviders(model, theme, providersWidth)}` : '')
      );
    },
  };
}

export function spokenModel(model: ListedModel): string {
  const words = [
    model.name,
    ...modelLabels(model),
    `${shortCount(model.downloads)} downloads`,
    `${shortCount(model.likes)} likes`,
    providerSummary(model) ?? 'no provider',
  ];
  return visibleLine(words.join(', '));
}

/** Notes on access, and up to two providers. */
function getProviders(model: ListedModel, theme: Theme, width: number): string {
  const badges = modelLabels(model)
    .map((badge) => `${badge} `)
    .join('');
  const { providers } = model;
  const more = providers.length > 2 ? ` +${providers.length - 2}` : '';
  const names = theme.cut(providers.slice(0, 2).join(', ') + more, width - badges.length);
  return (badges && theme.accent(badges)) + (providers.length === 0 ? theme.dim('none') : names);
}
