import { escapeUnseen, holdsUnseen } from './unseen.ts';

/** One word of a POSIX shell that stands for exactly this text: nothing in it is expanded or run. */
export function shellWord(text: string): string {
  if (/^[\w@%+:,./-]+$/.test(text)) return text;
  return holdsUnseen(text) ? ansiQuoted(text) : shellLines(text);
}

/** The same for a text that holds nothing unseen but newlines of our own making, which stay as they are. */
export function shellLines(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes of bash, zsh and ksh with escapes; octal ones, since they mean bytes in every locale. */
function ansiQuoted(text: string): string {
  const escaped = text.replace(/[\\']/g, '\\$&');
  return `$'${escapeUnseen(escaped, octal)}'`;
}

function octal(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
    .join('');
}
