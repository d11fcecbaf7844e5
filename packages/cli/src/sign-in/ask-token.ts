import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CanceledError } from '@tryout/engine';
import type { Runtime } from '../runtime.ts';

const LABEL = 'Access token: ';

/**
 * Prompts for an access token on standard error and echoes asterisks. Enter submits, even within pasted text.
 * @throws CanceledError on Esc, Ctrl-C, Ctrl-D in an empty line, an interrupt, and when the terminal closes
 */
export async function askToken({ input, errors, signal }: Runtime): Promise<string> {
  // Discards the editor's output, which would show the token.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const options = { terminal: true, historySize: 0, escapeCodeTimeout: 100 };
  const editor = createInterface({ input, output, signal, ...options });
  let isOver = false;
  const draw = () => {
    if (!isOver) errors.write(maskedLine(editor.line, errors.columns || 80));
  };
  const onKey = (_text: string | undefined, { name }: { readonly name?: string }) => {
    if (name === 'escape') editor.close();
    else draw();
  };
  input.on('keypress', onKey);
  errors.on('resize', draw);
  try {
    return await new Promise<string>((resolve, reject) => {
      editor.on('line', (line) => {
        resolve(line);
        editor.close();
      });
      editor.on('close', () => {
        isOver = true;
        reject(new CanceledError());
      });
      // Resumed after Ctrl-Z.
      editor.on('SIGCONT', () => {
        editor.resume();
        draw();
      });
      draw();
    });
  } finally {
    input.off('keypress', onKey);
    errors.off('resize', draw);
    errors.write('\n');
  }
}

/** Rewrites the current line with the label and asterisks. Only the end of a long line is shown. */
function maskedLine(line: string, columns: number): string {
  // Avoid the last cell: terminals differ in the cursor's position after it.
  const text = (LABEL + '*'.repeat([...line].length)).slice(-Math.max(1, columns - 1));
  return `\r${text}\u001b[K`;
}
