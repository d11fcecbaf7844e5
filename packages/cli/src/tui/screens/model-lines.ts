import {
  accessMarks,
  count,
  counted,
  isTyped,
  type ListedModel,
  messageOf,
  type ModelChoice,
  modelsMessage,
  servedBy,
  type SessionState,
  shortCount,
  visibleLine,
} from '@tryout/engine';
import { type Theme, truncate, widthOf } from '../../terminal/index.ts';
import { paragraph } from '../components/text.tsx';
import type { Aside } from '../components/filter-list.tsx';

/** A question before a model is chosen. */
export interface ModelQuestion {
  readonly id: string;
  /** `looking`: the hub is asked who serves it. */
  readonly kind: 'looking' | 'unserved' | 'failed';
  readonly message?: string;
}

/** Characters of the filter that messages repeat. */
const MOST_TYPED = 200;

/** Messages about the list: loading, empty or failed, and what to do. */
export function listMessage(
  state: SessionState,
  { typed, found }: { readonly typed: string; readonly found: number },
  theme: Theme,
  width: number,
): string[] {
  const lines = (text: string) => paragraph(text, width);
  const { status, models, error, search, provider } = state.models;
  // Long pasted text is cut.
  const brief = (text: string) => truncate(visibleLine(text.slice(0, MOST_TYPED)), width, '');
  const told: string[] = [];
  const isNarrowed = search !== undefined || provider !== undefined;
  const message = modelsMessage(state);
  // The task has models, only not such ones.
  if (message !== undefined && !(isNarrowed && status === 'loaded')) told.push(...lines(message));
  if (status === 'failed') {
    const partly = models.length > 0 ? 'The list is not complete: ' : '';
    told.push(...lines(partly + messageOf(error)).map((line) => theme.error(line)));
    told.push(...lines('Ctrl-R tries again.'));
  }
  if (status === 'loaded' && models.length === 0) {
    if (search !== undefined) {
      const none = `The Hub found no ${provider === undefined ? '' : 'served '}model of this task for '${brief(search)}'.`;
      told.push(...lines(none));
      const all = provider === undefined ? '' : 'Ctrl-S: search all models. ';
      told.push(...lines(`${all}Esc: the whole list.`));
    } else if (provider !== undefined)
      told.push(...lines('No model of this task is served now. Ctrl-S: all models.'));
    else told.push(...lines('An id typed in full, organization/name, can be used as it is.'));
  }
  if (models.length > 0 && found === 0 && typed.trim() !== '') {
    const none =
      models.length === 1
        ? 'The one model here does not match'
        : `None of these ${count(models.length)} models matches`;
    told.push(...lines(`${none} '${brief(typed)}'.`));
    if (status !== 'loading') told.push(...lines('Ctrl-N: search the Hub for it. Esc: all of them again.'));
  }
  return told;
}

/** Notes on rows that were left out and pages that were not read. */
export function incompleteLines({ models: { dropped, truncated } }: SessionState, width: number): string[] {
  const lost = `${counted(dropped, 'row')} could not be read and ${dropped === 1 ? 'was' : 'were'} left out.`;
  const unread =
    'The list may be incomplete: the Hub has more pages than were read. Type a name, then press Ctrl-N to search the Hub.';
  return [...(dropped === 0 ? [] : paragraph(lost, width)), ...(truncated ? paragraph(unread, width) : [])];
}

/**
 * The question, with the possible answers.
 * @param most the number of lines that fit; with few the text is shorter
 */
export function questionLines(
  { id, kind, message = '' }: ModelQuestion,
  theme: Theme,
  width: number,
  most: number,
): string[] {
  const name = visibleLine(id);
  const lines = (text: string) => paragraph(text, width);
  if (kind === 'looking') return lines(`Asking the hub who serves ${name}`).slice(0, most);
  const isUnserved = kind === 'unserved';
  const what = lines(isUnserved ? `Nobody serves ${name} at the moment.` : message);
  const ways = lines(
    'Ctrl-S: served models of this task. ' +
      `Enter: go on all the same${isUnserved ? ', with an endpoint of your own' : ''}. ` +
      'Esc: back to the list.',
  );
  if (what.length + ways.length <= most) return [...what.map((line) => theme.error(line)), ...ways];
  const brief = isUnserved ? lines('Nobody serves it now') : what;
  const few = ['Enter: go on', 'Ctrl-S: served ones', 'Esc: back'];
  return [...brief.slice(0, Math.max(1, most - few.length)).map((line) => theme.error(line)), ...few];
}

const DOWNLOADS = 'downloads';
const LIKES = 'likes';
/** Widths from which on rows show a column. */
const FOR_DOWNLOADS = 44;
const FOR_LIKES = 52;
const FOR_PROVIDERS = 64;

/** The columns of a model: downloads, likes and providers, as far as there is room. */
export function modelAside(theme: Theme, columns: number): Aside<ModelChoice> | undefined {
  if (columns < FOR_DOWNLOADS) return undefined;
  const hasLikes = columns >= FOR_LIKES;
  const providersWidth = columns < FOR_PROVIDERS ? 0 : columns >= 100 ? 36 : 20;
  const columnsOf = (downloads: string, likes: string) =>
    downloads.padStart(DOWNLOADS.length) + (hasLikes ? ` ${likes.padStart(LIKES.length)}` : '');
  const counts = columnsOf(DOWNLOADS, LIKES);
  return {
    width: counts.length + (providersWidth > 0 ? 2 + providersWidth : 0),
    heading: counts + (providersWidth > 0 ? '  served by' : ''),
    of(choice) {
      if (isTyped(choice)) return '';
      const numbers = columnsOf(shortCount(choice.downloads), shortCount(choice.likes));
      return providersWidth > 0 ? `${numbers}  ${served(choice, theme, providersWidth)}` : numbers;
    },
  };
}

/** All of a row in words. */
export function modelInWords(choice: ModelChoice): string {
  if (isTyped(choice)) return `Use ${choice.typedId}`;
  const { name, downloads, likes } = choice;
  const words = [
    name,
    ...accessMarks(choice),
    `${shortCount(downloads)} downloads`,
    `${shortCount(likes)} likes`,
    servedBy(choice) ?? 'nobody serves it',
  ];
  return visibleLine(words.join(', '));
}

function served(model: ListedModel, theme: Theme, width: number): string {
  const signs = accessMarks(model)
    .map((mark) => `${mark} `)
    .join('');
  const room = width - signs.length;
  const names = model.providers.map(visibleLine);
  if (names.length === 0) return theme.accent(signs) + theme.dim('nobody');
  let kept = names.length;
  const text = () =>
    names.slice(0, kept).join(', ') + (kept < names.length ? ` +${names.length - kept}` : '');
  while (kept > 1 && widthOf(text()) > room) kept -= 1;
  return (signs && theme.accent(signs)) + truncate(text(), room, '');
}
