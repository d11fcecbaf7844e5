import { visibleLine } from '@tryout/engine';
import { paragraph } from '../../panels/paragraph.ts';
import type { Theme } from '../../theme/theme.ts';
import type { Question } from './entrance.ts';

/**
 * What is asked before a model is taken, with the ways on.
 * @param most lines that there is room for; with few of them less is said
 */
export function questionLines(
  { id, kind, message = '' }: Question,
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
