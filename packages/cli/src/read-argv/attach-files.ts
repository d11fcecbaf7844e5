import { stat } from 'node:fs/promises';
import { getAttachmentKind, InputError, type FileInput, type MediaKind } from '@tryout/engine';
import { fileFromPath, textFromPath } from '@tryout/engine/node';
import { fitsExtension, withHome } from './paths.ts';
import { parseWord } from './read-field.ts';

/** Words of a long pasted text that are looked up as files. */
const MAX_LOOKUPS = 1000;

/** Whether a message may name files. */
export function mayNameFiles(message: string): boolean {
  return /(?:^|\s)@/.test(message);
}

/**
 * Attaches the files that a message names, such as `@notes.txt`: text follows the message, media go with it.
 * Other words that begin with `@` stay, and `@@` is a literal `@`.
 * @param kinds of media that the model takes
 * @throws InputError for media that the model does not take, and for other files than text and media
 */
export async function attachFiles(message: string, kinds: readonly MediaKind[]) {
  const texts: string[] = [];
  const images: FileInput[] = [];
  let lookups = 0;
  let text = '';
  for (const word of message.split(/(\s+)/)) {
    const parsed = parseWord(word);
    const isName = 'path' in parsed && parsed.isNamed && ++lookups <= MAX_LOOKUPS;
    const path = isName ? await findFile(parsed.path) : undefined;
    if ('text' in parsed) text += parsed.text;
    else text += path === undefined ? word : parsed.path;
    if (path === undefined) continue;
    const file = await readMedia(path);
    const kind = file && getAttachmentKind(file);
    if (kind && !kinds.includes(kind))
      throw new InputError(`This model does not take ${kind === 'image' ? 'images' : kind} such as ${path}`, {
        hint: `Choose one for ${kind}-text-to-text, or write @@ for a literal @.`,
      });
    if (file) images.push(file);
    else texts.push(`${path}:\n${await textFromPath(withHome(path))}`);
  }
  return { text: [text, ...texts].join('\n\n'), images };
}

const MAX_PATH = 4096;

/** The file of a word, which may end in punctuation. */
async function findFile(word: string): Promise<string | undefined> {
  if (word.length > MAX_PATH) return undefined;
  for (const path of new Set([word, word.replace(/[.,;:!?)\]}'"]+$/, '')])) {
    if ((await stat(withHome(path)).catch(() => undefined))?.isFile()) return path;
  }
  return undefined;
}

/** Video comes first: audio may be in its containers. */
const mediaKinds = ['image', 'video', 'audio'] as const;

/** @returns undefined for other files @throws InputError for an unreadable file with the name of an image */
async function readMedia(path: string): Promise<FileInput | undefined> {
  for (const kind of mediaKinds) {
    const reading = fileFromPath(withHome(path), kind);
    const file = await (kind === 'image' && fitsExtension(kind, path)
      ? reading
      : reading.catch(() => undefined));
    if (file) return file;
  }
  return undefined;
}
