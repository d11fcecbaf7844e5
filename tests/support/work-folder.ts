import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './process.ts';
import { openPicker, type PickerOptions } from './open-picker.ts';
import { sharedSandbox } from './recording-sandbox.ts';
import type { TerminalSession } from './terminal-session.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

/** A file name with quotes, spaces, a backslash and non-ASCII characters. */
export const HARD_NAME = `it's a "héllo" \\ 日本.png`;

/** A folder with images, a sound, tables and other files. */
export function workFolder(): string {
  const folder = temporaryFolder();
  const file = (name: string, text: string) => writeFileSync(join(folder, name), text);
  mkdirSync(join(folder, 'my pictures/old'), { recursive: true });
  for (const name of ['shapes.png', 'invoice.png', 'hills.jpg'])
    copyFileSync(join(examples, name), join(folder, 'my pictures', name));
  copyFileSync(join(examples, 'shapes.png'), join(folder, 'my pictures', HARD_NAME));
  copyFileSync(join(examples, 'morse.wav'), join(folder, 'morse.wav'));
  copyFileSync(join(examples, 'hills.jpg'), join(folder, 'wrong.wav'));
  copyFileSync(join(examples, 'hills.jpg'), join(folder, '.hidden.jpg'));
  file('cities.json', JSON.stringify({ City: ['Paris', 'Rome', 'Oslo'], People: ['2', '3', '1'] }));
  file('broken.json', '{"City": ["Paris",');
  file('question.txt', 'How many people live in Rome?\n');
  file('notes.md', '# Notes\n');
  return folder;
}

/** Opens the picker in the folder, on a sandbox that the tests of a file share. */
export async function pickerIn(
  folder: string,
  words: readonly string[],
  { environment = {}, ...options }: PickerOptions = {},
): Promise<TerminalSession> {
  return openPicker(await sharedSandbox(), words, {
    folder,
    environment: {
      COLORTERM: 'truecolor',
      TRYOUT_GRAPHICS: 'blocks',
      HF_TOKEN: 'hf_sandbox',
      ...environment,
    },
    ...options,
  });
}
