import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import { createLowlight } from 'lowlight';
import { memo, useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import './highlighted.css';

const lowlight = createLowlight({ bash, csharp, javascript, json, python });

/** Characters; each token is an element, so longer code is not highlighted. */
const MAX_HIGHLIGHTED = 100_000;

interface HighlightedProps {
  readonly code: string;
  /** Name of the language; unknown ones are not highlighted. */
  readonly grammar: string;
}

/** Highlighted code as elements, so that no markup is parsed. */
export default memo(function Highlighted({ code, grammar }: HighlightedProps) {
  return useMemo(() => {
    if (!lowlight.registered(grammar) || code.length > MAX_HIGHLIGHTED) return code;
    return toJsxRuntime(lowlight.highlight(grammar, code), { Fragment, jsx, jsxs });
  }, [code, grammar]);
});
