import { asLine, visible } from '@tryout/engine';
import { note } from './note.ts';
import type { Renderer } from './renderer.ts';

/** A text as the model gave it; the terminal breaks its lines. */
export const text: Renderer<'text'> = {
  drawn: (view, terminal) => (view.text === '' ? note('(no text)', terminal) : visible(view.text)),
  plain: (view) => visible(view.text),
  summary: (view) => asLine(view.text) || 'no text',
};
