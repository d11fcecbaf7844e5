import { visible, type RunResult } from '@tryout/engine';
import { renderResult } from '../../results/index.ts';
import type { Terminal } from '../../terminal/index.ts';
import { lookOf } from './looks.ts';

/** A result as a text to take away: what a model wrote, else columns divided by tabs. */
export async function resultText({ view }: RunResult, terminal: Terminal): Promise<string> {
  const own = lookOf(view).text?.(view);
  if (own !== undefined) return withoutControls(own);
  return renderResult(view, { ...terminal, isTerminal: false });
}

/** Where it is pasted next may be a terminal: what would steer that is made visible. */
function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex -- these are the characters to find
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, visible);
}
