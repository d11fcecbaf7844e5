import {
  accessMarks,
  isTyped,
  servedBy,
  shortCount,
  visibleLine,
  type ListedModel,
  type ModelChoice,
} from '@tryout/engine';
import { truncate, widthOf } from '../../../terminal/index.ts';
import type { Aside } from '../../components/filter-list.tsx';
import type { Theme } from '../../../terminal/theme.ts';

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
