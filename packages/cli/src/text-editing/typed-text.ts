/** Controls other than newline and tab: nobody sees them, and no key types them. */
// eslint-disable-next-line no-control-regex -- these are the characters to find
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** Colors and other sequences of a terminal, which come along where its screen was copied from. */
// eslint-disable-next-line no-control-regex -- these are the characters to find
const sequences = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** A text as it may go into a box: line ends are newlines. */
export function withNewlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** What was typed or pasted, without controls; tabs and newlines stay. */
export function typedText(text: string): string {
  return withNewlines(text).replace(sequences, '').replace(controls, '');
}

/** The same on one line: newlines become spaces, one at the end goes. */
export function inOneLine(text: string): string {
  return text.replace(/\n+$/, '').replace(/\n/g, ' ');
}
