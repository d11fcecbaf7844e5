import { redact, visible, type RequestNote } from '@tryout/engine';

/** Longer bodies are cut: they are there to be recognized. */
const LONGEST_BODY = 2000;

/** A request as curl for `--debug`, one line, without the token. A body with files in it is only mentioned. */
export function debugCurl({ method, url, headers, body }: RequestNote): string {
  const parts = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return visible(redact(['curl', '-X', method, ...parts, ...bodyPart(method, body), quoted(url)].join(' ')));
}

function bodyPart(method: string, body: string | undefined): string[] {
  if (method !== 'POST') return [];
  if (body === undefined) return ['--data-binary @FILE'];
  const shown = body.length > LONGEST_BODY ? `${body.slice(0, LONGEST_BODY)}…` : body;
  return [`--data ${quoted(shown)}`];
}

/** One word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
