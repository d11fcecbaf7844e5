import { answerText, asLine, noAnswerWords, visible } from '@tryout/engine';
import { note } from './note.ts';
import type { Renderer } from './renderer.ts';

/** An answer as the model gave it, without its reasoning; the terminal breaks its lines. */
export const text: Renderer<'text'> = {
  drawn: (view, terminal) => visible(answerText(view)) || note(noAnswerWords(view), terminal),
  plain: (view) => visible(answerText(view)),
  summary: (view) => asLine(answerText(view)) || noAnswerWords(view).slice(1, -1),
};
