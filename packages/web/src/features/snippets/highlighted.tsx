import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import { createLowlight } from 'lowlight';
import { useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import './highlighted.css';

const lowlight = createLowlight({ bash, csharp, javascript, json, python });

export interface HighlightedProps {
  readonly code: string;
  /** The language's name for highlighters; others stay as they are. */
  readonly grammar: string;
}

/** Longer code is not colored: each part is an element. */
const MOST = 100_000;

/** Code with its parts colored, made of elements: no markup is parsed. */
export function Highlighted({ code, grammar }: HighlightedProps) {
  const parts = useMemo(() => {
    if (!lowlight.registered(grammar) || code.length > MOST) return code;
    return toJsxRuntime(lowlight.highlight(grammar, code), { Fragment, jsx, jsxs });
  }, [code, grammar]);
  return <code>{parts}</code>;
}
