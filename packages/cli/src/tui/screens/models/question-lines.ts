import { visible, visibleLine } from '@tryout/engine';
import { wrap } from '../../../terminal/index.ts';
import type { Theme } from '../../theme/theme.ts';
import type { Question } from './entrance.ts';

/** What is asked before a model is taken, with the ways on. */
export function questionLines({ id, kind, message = '' }: Question, theme: Theme, width: number): string[] {
  const name = visibleLine(id);
  const lines = (text: string) => wrap(text, width).split('\n');
  if (kind === 'looking') return lines(`Asking the hub who serves ${name}`);
  const what = kind === 'unserved' ? `Nobody serves ${name} at the moment.` : visible(message);
  const ways = [
    'Ctrl-S: served models of this task.',
    `Enter: go on all the same${kind === 'unserved' ? ', with an endpoint of your own' : ''}.`,
    'Esc: back to the list.',
  ];
  return [...lines(what).map((line) => theme.error(line)), ...lines(ways.join(' '))];
}
