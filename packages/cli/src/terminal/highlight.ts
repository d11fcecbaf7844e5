import { createEmphasize } from 'emphasize';
import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import { styleFor } from './style.ts';
import type { Terminal } from './terminal.ts';

/**
 * Colors code in the terminal's own colors, which are made to be read on its ground, light or dark: not in yellow,
 * which few themes make so. The visible characters stay what they are; code of a grammar that is not known comes back
 * as it is.
 */
export function highlighter(terminal: Pick<Terminal, 'colors'>): (code: string, grammar: string) => string {
  const emphasize = createEmphasize({ bash, csharp, javascript, json, python });
  const { dim, magenta, cyan, green, blue } = styleFor(terminal);
  const sheet = {
    comment: dim,
    keyword: magenta,
    meta: magenta,
    string: green,
    regexp: green,
    literal: cyan,
    number: cyan,
    built_in: cyan,
    variable: cyan,
    title: blue,
    attr: blue,
  };
  return (code, grammar) =>
    emphasize.registered(grammar) ? emphasize.highlight(grammar, code, sheet).value : code;
}
