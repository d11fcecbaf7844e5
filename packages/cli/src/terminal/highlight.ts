import { createEmphasize } from 'emphasize';
import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import javascript from 'highlight.js/lib/languages/javascript';
import python from 'highlight.js/lib/languages/python';
import { inked } from './palette.ts';
import { styleFor } from './style.ts';
import type { Terminal } from './terminal.ts';

/** The tones of the palette that stand for kinds of words. */
const GREEN = 1;
const BLUE = 2;
const AMBER = 3;
const VIOLET = 4;
const TEAL = 5;

/**
 * Colours code for a terminal, light or dark; the visible characters stay what they are. Code of a grammar that is not
 * known comes back as it is.
 */
export function highlighter(terminal: Pick<Terminal, 'colours'>): (code: string, grammar: string) => string {
  const emphasize = createEmphasize({ bash, csharp, javascript, python });
  const sheet = {
    comment: styleFor(terminal).dim,
    keyword: inked(terminal, VIOLET),
    literal: inked(terminal, AMBER),
    number: inked(terminal, AMBER),
    string: inked(terminal, GREEN),
    regexp: inked(terminal, GREEN),
    built_in: inked(terminal, TEAL),
    variable: inked(terminal, TEAL),
    title: inked(terminal, BLUE),
    attr: inked(terminal, BLUE),
    meta: inked(terminal, VIOLET),
  };
  return (code, grammar) =>
    emphasize.registered(grammar) ? emphasize.highlight(grammar, code, sheet).value : code;
}
