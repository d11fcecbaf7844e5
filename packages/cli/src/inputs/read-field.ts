import {
  hasText,
  InputError,
  isJsonTable,
  parseJsonField,
  splitSingleEntry,
  visibleLine,
  type Field,
  type FieldKind,
  type FieldValue,
  type ListField,
} from '@tryout/engine';
import { fileFromPath, fileFromStream, jsonFromPath, jsonFromStream } from '@tryout/engine/node';
import { isFileField } from '../files/folder.ts';
import { isWebUrl } from './given-model.ts';
import { readText, STANDARD_INPUT, type InputSources } from './read-text.ts';

type Words = readonly string[];

type Reader<F extends Field> = (field: F, words: Words, sources: InputSources) => Promise<FieldValue>;

const readers: { readonly [Kind in FieldKind]: Reader<Extract<Field, { kind: Kind }>> } = {
  text: async (_field, [word = ''], sources) => (await readText(word, sources, true)).text,
  image: readFile,
  audio: readFile,
  json: async ({ label }, [word = ''], { takeStandardInput }) => {
    if (isJsonTable(word)) return parseJsonField(word, label);
    return word === STANDARD_INPUT ? jsonFromStream(takeStandardInput()) : jsonFromPath(word);
  },
  list: readList,
};

/** Reads the arguments for a field. @throws InputError */
export async function readField(field: Field, words: Words, sources: InputSources): Promise<FieldValue> {
  const url = isFileField(field) && words.find(isWebUrl);
  if (url)
    throw new InputError(`'${visibleLine(url)}' is not a file`, {
      hint: 'Download the file first, then use its path.',
    });
  return (readers[field.kind] as Reader<Field>)(field, words, sources);
}

async function readFile(
  { kind }: Extract<Field, { kind: 'image' | 'audio' }>,
  [word = '']: Words,
  { takeStandardInput }: InputSources,
): Promise<FieldValue> {
  return word === STANDARD_INPUT ? fileFromStream(takeStandardInput(), kind) : fileFromPath(word, kind);
}

/** Files have one entry per line. Entries are often single words, so only words that look like paths name files. */
async function readList(field: ListField, words: Words, sources: InputSources): Promise<readonly string[]> {
  const entries: string[] = [];
  for (const word of words) {
    const { text, isFile } = await readText(word, sources, false);
    entries.push(...(isFile ? text.split(/\r?\n/).filter(hasText) : [text]));
  }
  const split = sources.literal ? entries : splitSingleEntry(field, entries);
  if (split !== entries) {
    const count = `${split.length} ${field.entryName}s`;
    sources.note(`Split '${entries[0]}' into ${count}. Add --literal to use it as one.`);
  }
  return split;
}
