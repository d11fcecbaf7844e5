import { stat } from 'node:fs/promises';
import { InputError, type FileInput } from '@tryout/engine';
import { fileFromPath, textFromPath } from '@tryout/engine/node';
import { fitsExtension, withHome } from '../files/paths.ts';

/** Words of a long pasted text that are looked up as files. */
const MAX_LOOKUPS = 1000;

/** Whether a message may name files. */
export function mayNameFiles(message: string): boolean {
  return /(?:^|\s)@/.test(message);
}

/**
 * Attaches the files that a message names, such as `@notes.txt`: text follows the message, images go with it (T10).
 * Other words that begin with `@` stay, and `@@` is a literal `@`.
 * @param takesImages whether the model takes images
 * @throws InputError for an image that the model does not take, and for other files than text and images
 */
export async function attachFiles(message: string, takesImages: boolean) {
  const texts: string[] = [];
  const images: FileInput[] = [];
  let lookups = 0;
  let text = '';
  for (const word of message.split(/(\s+)/)) {
    const isName = /^@[^@]/.test(word) && ++lookups <= MAX_LOOKUPS;
    const path = isName ? await findFile(word.slice(1)) : undefined;
    text += path !== undefined || word.startsWith('@@') ? word.slice(1) : word;
    if (path === undefined) continue;
    const image = await readImage(path);
    if (image && !takesImages)
      throw new InputError(`This model does not take images such as ${path}`, {
        hint: 'Choose one for image-text-to-text, or write @@ for a literal @.',
      });
    if (image) images.push(image);
    else texts.push(`${path}:\n${await textFromPath(withHome(path))}`);
  }
  return { text: [text, ...texts].join('\n\n'), images };
}

/** The file of a word, which may end in punctuation. */
async function findFile(word: string): Promise<string | undefined> {
  for (const path of new Set([word, word.replace(/[.,;:!?)\]}'"]+$/, '')])) {
    if ((await stat(withHome(path)).catch(() => undefined))?.isFile()) return path;
  }
  return undefined;
}

/** @returns undefined for other files @throws InputError for an unreadable file with the name of an image */
async function readImage(path: string): Promise<FileInput | undefined> {
  const reading = fileFromPath(withHome(path), 'image');
  return fitsExtension('image', path) ? reading : reading.catch(() => undefined);
}
