import { extname } from 'node:path';
import {
  InputError,
  getOptionName,
  hasText,
  isFileField,
  isJsonTable,
  isListField,
  parseJsonField,
  splitSingleEntry,
  visibleLine,
  type Task,
  type Field,
  type FieldKind,
  type FieldValue,
  type ListField,
  type MediaFieldKind,
} from '@tryout/engine';
import { fileFromPath, fileFromStream, jsonFromPath, jsonFromStream } from '@tryout/engine/node';
import { fitsExtension } from '../files/paths.ts';
import { isWebUrl } from './resolve-model.ts';
import { readText, STANDARD_INPUT, type InputSources } from './read-text.ts';

type Assignment = ReturnType<typeof assignInputs>;

/**
 * Assigns arguments to a task's fields. Positional ones fill the remaining fields in order; a list takes the rest.
 * @param getWords the values of an option, given without leading hyphens
 * @returns the arguments by field name, in the fields' order; the positional ones that a list took; unexpected ones
 */
export function assignInputs(
  task: Task,
  positional: readonly string[],
  getWords: (option: string) => readonly string[] | undefined = () => undefined,
) {
  const wordsByField = new Map<string, readonly string[]>();
  let rest = positional;
  let inList: readonly string[] = [];
  for (const [name, field] of Object.entries(task.fields)) {
    const option = getOptionName(name, field);
    const words = getWords(option);
    if (words !== undefined) {
      wordsByField.set(name, words);
    } else if (rest.length > 0) {
      if (isListField(field)) inList = rest;
      const count = isListField(field) ? rest.length : 1;
      wordsByField.set(name, rest.slice(0, count));
      rest = rest.slice(count);
    }
  }
  return { wordsByField, inList, extra: rest };
}

/**
 * The error for arguments that the task does not take.
 * @param hint describes the task's inputs
 */
export function unexpectedInput(task: Task, assignment: Assignment, hint: string): InputError | undefined {
  const { option, files = [] } = findSeveralFiles(task, assignment) ?? {};
  const [, other] = files;
  // A shell has replaced a pattern by many files.
  if (other !== undefined)
    return new InputError(`--${option} takes one file, not ${files.length}`, {
      hint: `Run all of them: tryout batch ${task.id} '*${extname(other)}' -o out.jsonl`,
    });
  const [unexpected] = assignment.extra;
  if (unexpected === undefined) return undefined;
  return new InputError(`Unexpected argument '${unexpected}'`, {
    hint: `${hint} Put text with spaces in quotes.`,
  });
}

/** The file input that several files were given for, such as `*.png`, and all of them. A list may have taken some. */
export function findSeveralFiles({ fields }: Task, { wordsByField, inList, extra }: Assignment) {
  for (const [name, field] of Object.entries(fields)) {
    const words = wordsByField.get(name);
    if (!isFileField(field) || !words) continue;
    const others = [...inList, ...extra].filter((word) => fitsExtension(field.kind, word));
    if (others.length > 0) return { name, option: getOptionName(name, field), files: [...words, ...others] };
  }
  return undefined;
}

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
  { kind }: Extract<Field, { kind: MediaFieldKind }>,
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
  const items = sources.literal ? entries : splitSingleEntry(field, entries);
  if (items !== entries) {
    const count = `${items.length} ${field.entryName}s`;
    sources.note(`Split '${entries[0]}' into ${count}. Add --literal to use it as one.`);
  }
  return items;
}
