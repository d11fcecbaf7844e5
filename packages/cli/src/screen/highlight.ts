import { createEmphasize } from 'emphasize';
import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import { styleFor } from './style.ts';
import type { Terminal } from './terminal.ts';

/** Characters; highlighting more takes seconds. */
const MAX_HIGHLIGHTED = 100_000;

/**
 * Highlights code in the terminal's own colors, without yellow, which is hard to read in most light themes. Unknown
 * grammars and long code are returned unchanged.
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
    emphasize.registered(grammar) && code.length <= MAX_HIGHLIGHTED
      ? emphasize.highlight(grammar, code, sheet).value
      : code;
}
