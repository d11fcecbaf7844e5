import { visible } from '@tryout/engine';
import { styleFor } from '../../terminal/index.ts';
import { asLine } from './made-visible.ts';
import type { Renderer } from './renderer.ts';

/** A text as the model gave it; the terminal breaks its lines. */
export const text: Renderer<'text'> = {
  drawn: (view, terminal) => (view.text === '' ? styleFor(terminal).dim('(no text)') : visible(view.text)),
  plain: (view) => visible(view.text),
  summary: (view) => asLine(view.text) || 'no text',
};
