import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CanceledError } from '@tryout/engine';
import type { Runtime } from '../runtime.ts';

const LABEL = 'Access token: ';

/**
 * Asks for an access token on standard error and shows asterisks for what is typed. Enter submits, also within pasted
 * text; the keys of a line editor work.
 * @throws CanceledError on Esc, Ctrl-C, Ctrl-D in an empty line, an interrupt, and when the terminal closes
 */
export async function askToken({ input, errors, signal }: Runtime): Promise<string> {
  // The editor would show the token, so it writes nowhere.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const editor = createInterface({ input, output, terminal: true, historySize: 0, escapeCodeTimeout: 100 });
  let isOver = false;
  const draw = () => {
    if (!isOver) errors.write(maskedLine(editor, errors.columns || 80));
  };
  const onKey = (_text: string | undefined, { name }: { readonly name?: string }) => {
    if (name === 'escape') editor.close();
    else draw();
  };
  const cancel = () => editor.close();
  input.on('keypress', onKey);
  errors.on('resize', draw);
  signal.addEventListener('abort', cancel);
  try {
    return await new Promise<string>((resolve, reject) => {
      editor.on('line', (typed) => {
        resolve(typed);
        editor.close();
      });
      editor.on('close', () => {
        isOver = true;
        reject(new CanceledError());
      });
      // After Ctrl-Z.
      editor.on('SIGCONT', () => {
        editor.resume();
        draw();
      });
      if (signal.aborted) cancel();
      draw();
    });
  } finally {
    input.off('keypress', onKey);
    errors.off('resize', draw);
    signal.removeEventListener('abort', cancel);
    errors.write('\n');
  }
}

/** Replaces the terminal's current line by the label and asterisks; of a long line only the end is shown. */
function maskedLine({ line, cursor }: { readonly line: string; readonly cursor: number }, columns: number) {
  // Terminals differ in where the cursor goes after the last cell.
  const shown = (LABEL + '*'.repeat([...line].length)).slice(-Math.max(1, columns - 1));
  const charactersAfter = [...line.slice(cursor)].length;
  const column = Math.max(1, shown.length - charactersAfter + 1);
  return `\r${shown}\u001b[K\u001b[${column}G`;
}
