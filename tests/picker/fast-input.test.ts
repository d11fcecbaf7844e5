import { describe, expect, test } from 'vitest';
import { openPicker, typeEndpoint } from '../support/open-picker.ts';
import type { TerminalSession } from '../support/terminal-session.ts';
import { recordingSandbox } from '../support/recording-sandbox.ts';
import { METHOD, signedOut } from './screens/sign-in/signing-in.ts';

const sandbox = await recordingSandbox();

/** Opens a text box from a screen: presses a key, and waits for what it shows. */
type Step = readonly [key: string, shows: RegExp];

const open = async (words: readonly string[], shows: RegExp, ...steps: readonly Step[]) => {
  // A real terminal splits what arrives at once.
  const hasOwnProcess = words.length === 0;
  const terminal = await openPicker(sandbox, words, { columns: 100, rows: 30, hasOwnProcess }).showing(shows);
  for (const [key, next] of steps) {
    await terminal.pressUntil(key, next);
  }
  return terminal;
};
const form = ['text-classification', 'sandbox/vader-sentiment'] as const;

/** Every text box of the picker. */
const boxes: Readonly<Record<string, () => Promise<TerminalSession>>> = {
  'the task filter': () => open([], /Text Classification/),
  'the model filter': () => open(['text-classification'], /vader-sentiment/),
  'a text field': () => open(form, /\[ Run \]/),
  'a file field': () => open(['object-detection', 'sandbox/shape-detector'], /No file chosen/),
  'a sound field': () => open(['audio-classification', 'sandbox/sound-sorter'], /No file chosen/),
  'a table field': () => open(['tabular-classification', 'sandbox/iris-nearest-neighbors'], /No file chosen/),
  'a list field': () => open(['sentence-similarity', 'sandbox/word-cosine'], /Sentence #2/, ['tab', /❯/]),
  'the parameter filter': () => open(form, /\[ Run \]/, ['ctrl+p', /name=value/]),
  'a parameter': () =>
    open(form, /\[ Run \]/, ['ctrl+p', /name=value/], ['down', /❯ top_k/], ['enter', /Enter use/]),
  'an endpoint': async () => {
    const terminal = await open(form, /\[ Run \]/);
    await typeEndpoint(terminal);
    return terminal;
  },
  'a chat': () => open(['chat', '-m', 'sandbox/plain-assistant'], /Type a message/),
  'a file name': () =>
    open([...form, 'A fine day'], /fine day[^]*\[ Run \]/, ['enter', /j JSON/], ['s', /Save as/]),
  'the history filter': () => open(form, /\[ Run \]/, ['f2', /history/]),
};

const E = '\u001b';
const bracketed = (text: string) => `${E}[200~${text}${E}[201~`;
/** Control characters that edit a line, among text. */
const edits = '\u0001ab\u0005cd\u007f\u000b\u0002ef\u0000\u001c'.repeat(8);

/** In one piece, which ends with a mark. */
const inputs: readonly (readonly [string, string])[] = [
  ['10 letters', 'a'.repeat(10)],
  ['49 letters', 'b'.repeat(49)],
  ['letters with spaces', 'word '.repeat(12)],
  ['letters of 3 bytes', '漢字かな'.repeat(30)],
  ['emoji', '👩🏽‍🚀'.repeat(40)],
  ['a path', `/tmp/${'folder/'.repeat(60)}photo.png`],
  ['keys that edit', edits],
  ['runs that are too short for a paste', `${'e'.repeat(39)}\u0005`.repeat(3)],
  ['a paste with control characters', bracketed(`one${edits}\ttwo${E}[31m`)],
  ['a paste of lines', bracketed('first line\nsecond line\n'.repeat(40))],
  ['100,000 letters', 'c'.repeat(100_000)],
  ['a paste of 100,000 letters', bracketed('d'.repeat(100_000))],
];

describe('T49: input that arrives at once never ends the picker', () => {
  const take = async (box: string) => {
    const terminal = await boxes[box]!();
    for (const [at, [, text]] of inputs.entries()) {
      terminal.type(text);
      terminal.type(`=Q${at}=`);
      await terminal.until((screen) => screen.includes(`=Q${at}=`) || /Error|185/.test(screen));
      await terminal.pressUntil('ctrl+u', (screen) => !screen.includes(`=Q${at}=`));
    }
    expect(await terminal.endBy('ctrl+c')).toBe(130);
  };
  const names = Object.keys(boxes);
  /** The others have the same kinds of text boxes. */
  const first = ['the task filter', 'a text field', 'a file field', 'a list field', 'a parameter', 'a chat'];
  test.each(first)('%s', take);
  test.each(names.filter((name) => !first.includes(name)))('%s', { tags: ['nightly'] }, take);

  test('an access token', async () => {
    const terminal = await signedOut(sandbox);
    await terminal.typeUntil(METHOD.token, /Access token:/);
    for (const [, text] of inputs) {
      await terminal.typeUntil(`${text}xyz`, /\*{3}/);
      await terminal.pressUntil('ctrl+l', (screen) => !screen.includes('***'));
    }
    expect(await terminal.endBy('ctrl+c')).toBe(130);
  });
});
