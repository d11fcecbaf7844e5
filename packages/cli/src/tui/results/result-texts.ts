import { visible, type Media, type RunResult } from '@tryout/engine';
import { jsonText } from '../../json-text.ts';
import { renderResult } from '../../results/index.ts';
import type { Terminal } from '../../terminal/index.ts';
import { lookOf } from './looks.ts';
import { savedFiles } from './saved-files.ts';

/** A result as JSON: files that are a result themselves as their facts, as `--json` prints them. */
export function resultJson(result: RunResult): string {
  const { view, value } = result;
  if (view.kind !== 'image' && view.kind !== 'audio') return jsonText(value, 2);
  const { contentType, bytes }: Media = view.media;
  return jsonText({ contentType, bytes: bytes.length, file: savedFiles(result)[0] ?? null }, 2);
}

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
