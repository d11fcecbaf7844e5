import {
  accessLabels,
  count,
  counted,
  isTypedModel,
  messageOf,
  modelsMessage,
  providerSummary,
  shortCount,
  visibleLine,
  type ListedModel,
  type ModelChoice,
  type SessionState,
} from '@tryout/engine';
import { truncate, widthOf, type Theme } from '../../terminal/index.ts';
import type { ExtraColumns } from '../components/filter-list.tsx';
import { paragraph } from '../components/text.tsx';

/** A question to confirm a model. */
export interface ModelQuestion {
  readonly id: string;
  /** `looking`: its providers are being looked up. */
  readonly kind: 'looking' | 'unavailable' | 'failed';
  readonly message?: string;
}

/** Maximum characters of the filter in messages. */
const MAX_TYPED = 200;

/** Whether the list is loading, empty or failed, and what to do. */
export function listMessage(
  state: SessionState,
  { typed, found }: { readonly typed: string; readonly found: number },
  theme: Theme,
  width: number,
): string[] {
  const { status, models, error, search, provider } = state.models;
  const cut = (text: string) => truncate(visibleLine(text.slice(0, MAX_TYPED)), width, '');
  const lines: string[] = [];
  const add = (text: string, style?: (line: string) => string) =>
    lines.push(...paragraph(text, width, style));
  const isNarrowed = search !== undefined || provider !== undefined;
  const message = modelsMessage(state);
  // The task has models, but none that match.
  if (message !== undefined && !(isNarrowed && status === 'loaded')) add(message);
  if (status === 'failed') {
    const incomplete = models.length > 0 ? 'The list is incomplete: ' : '';
    const prefix = search === undefined ? incomplete : `The search for '${cut(search)}' failed: `;
    add(prefix + messageOf(error), theme.error);
    add('Ctrl-R: try again.');
  }
  if (status === 'loaded' && models.length === 0) {
    if (search !== undefined) {
      const available = provider === undefined ? '' : 'available ';
      add(`The Hub has no ${available}models for this task that match '${cut(search)}'.`);
      add(`${provider === undefined ? '' : 'Ctrl-S: search all models. '}Esc: the full list.`);
    } else if (provider !== undefined)
      add('No model for this task is available right now. Ctrl-S: all models.');
    else add('You can also enter a full model ID (organization/name).');
  }
  if (models.length > 0 && found === 0 && typed.trim() !== '') {
    const none =
      models.length === 1
        ? 'The only model here does not match'
        : `None of these ${count(models.length)} models matches`;
    add(`${none} '${cut(typed)}'.`);
    if (status !== 'loading') add('Ctrl-N: search the Hub. Esc: clear the filter.');
  }
  return lines;
}

/** Notes about invalid rows and missing pages. */
export function incompleteLines({ models: { dropped, truncated } }: SessionState, width: number): string[] {
  const lost = `${counted(dropped, 'row')} could not be read and ${dropped === 1 ? 'was' : 'were'} skipped.`;
  const unread =
    'The list may be incomplete: the Hub has more pages. Type a name, then press Ctrl-N to search the Hub.';
  return [...(dropped === 0 ? [] : paragraph(lost, width)), ...(truncated ? paragraph(unread, width) : [])];
}

/** The question and its answers, in at most `max` lines. */
export function questionLines(
  { id, kind, message = '' }: ModelQuestion,
  theme: Theme,
  width: number,
  max: number,
): string[] {
  const name = visibleLine(id);
  if (kind === 'looking') return paragraph(`Looking up the providers of ${name}`, width).slice(0, max);
  const isUnavailable = kind === 'unavailable';
  const problem = isUnavailable ? `No provider runs ${name} right now.` : message;
  const lines = paragraph(problem, width, theme.error);
  const answers = paragraph(
    'Ctrl-S: available models for this task. ' +
      `Enter: continue anyway${isUnavailable ? ', with a custom endpoint' : ''}. ` +
      'Esc: back to the list.',
    width,
  );
  if (lines.length + answers.length <= max) return [...lines, ...answers];
  const short = isUnavailable ? paragraph('No provider runs it', width, theme.error) : lines;
  const shortAnswers = ['Enter: continue', 'Ctrl-S: available', 'Esc: back'];
  return [...short.slice(0, Math.max(1, max - shortAnswers.length)), ...shortAnswers];
}

const DOWNLOADS = 'downloads';
const LIKES = 'likes';
const FOR_DOWNLOADS = 44;
const FOR_LIKES = 52;
const FOR_PROVIDERS = 64;

/** Downloads, likes and providers, if there is room. */
export function modelColumns(theme: Theme, columns: number): ExtraColumns<ModelChoice> | undefined {
  if (columns < FOR_DOWNLOADS) return undefined;
  const hasLikes = columns >= FOR_LIKES;
  const providersWidth = columns < FOR_PROVIDERS ? 0 : columns >= 100 ? 36 : 20;
  const columnsOf = (downloads: string, likes: string) =>
    downloads.padStart(DOWNLOADS.length) + (hasLikes ? ` ${likes.padStart(LIKES.length)}` : '');
  const counts = columnsOf(DOWNLOADS, LIKES);
  return {
    width: counts.length + (providersWidth > 0 ? 2 + providersWidth : 0),
    heading: counts + (providersWidth > 0 ? '  providers' : ''),
    of(choice) {
      if (isTypedModel(choice)) return '';
      const numbers = columnsOf(shortCount(choice.downloads), shortCount(choice.likes));
      return providersWidth > 0 ? `${numbers}  ${providersOf(choice, theme, providersWidth)}` : numbers;
    },
  };
}

export function spokenModel(choice: ModelChoice): string {
  if (isTypedModel(choice)) return `Use ${choice.typedId}`;
  const { name, downloads, likes } = choice;
  const words = [
    name,
    ...accessLabels(choice),
    `${shortCount(downloads)} downloads`,
    `${shortCount(likes)} likes`,
    providerSummary(choice) ?? 'no provider',
  ];
  return visibleLine(words.join(', '));
}

function providersOf(model: ListedModel, theme: Theme, width: number): string {
  const badges = accessLabels(model)
    .map((badge) => `${badge} `)
    .join('');
  const room = width - badges.length;
  const names = model.providers.map(visibleLine);
  if (names.length === 0) return theme.accent(badges) + theme.dim('none');
  let shown = names.length;
  const text = () =>
    names.slice(0, shown).join(', ') + (shown < names.length ? ` +${names.length - shown}` : '');
  while (shown > 1 && widthOf(text()) > room) shown -= 1;
  return (badges && theme.accent(badges)) + truncate(text(), room, '');
}
