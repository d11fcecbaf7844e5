import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CanceledError } from '@tryout/engine';
import type { Runtime } from '../runtime.ts';
import { maskedLine } from './masked-line.ts';

/**
 * Asks for an access token on standard error. What is typed is never written: each character shows as an asterisk.
 * Enter ends it, wherever it stands in what was pasted; the keys of a line editor work.
 * @throws CanceledError on Esc, Ctrl-C, Ctrl-D where nothing was typed, an interrupt, and when the terminal goes
 */
export async function askToken({
  input,
  errors,
  signal,
}: Pick<Runtime, 'input' | 'errors' | 'signal'>): Promise<string> {
  // The editor would show the token: it draws nowhere, and the line is drawn here.
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const editor = createInterface({
    input,
    output: nowhere,
    terminal: true,
    historySize: 0,
    escapeCodeTimeout: 100,
  });
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
      // Back from Ctrl-Z.
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
