import { InputError } from '../errors/index.ts';
import {
  fileFromBlob,
  fitsField,
  readFileInput,
  SNIFF_BYTES,
  sniffContentType,
  type FileInput,
  type MediaKind,
} from '../fields/index.ts';
import { attempt, toBase64, fromBase64, visibleLine } from '../text/index.ts';
import {
  getFiles,
  hashBlob,
  isStoredFile,
  parseRunFiles,
  type RunFile,
  type StoredFile,
  type StoredInput,
  type StoredImage,
  type StoredRun,
} from './run-file.ts';

/** Bytes; the content of larger files is not stored with a run, only their name and hash. */
export const MAX_MEDIA = 100 * 1024 * 1024;

/** Characters. */
const MAX_NAME = 100;

/** Collects the bytes of a run's files; equal files are stored once. */
export type MediaStore = Map<string, Blob>;

/** The content of files that several runs send, with its hash. */
const contents = new WeakMap<FileInput, ReturnType<typeof readContent>>();

async function readContent(file: FileInput) {
  const blob = new Blob([await readFileInput(file)], { type: file.contentType });
  return { blob, sha256: await hashBlob(blob) };
}

export async function storeFile(file: FileInput, media: MediaStore): Promise<StoredFile> {
  const content = contents.get(file) ?? readContent(file);
  if (file.isShared) contents.set(file, content);
  const { blob, sha256 } = await content;
  return storeBlob(blob, file.name, media, sha256);
}

/** @param hash its SHA-256, if it is known */
export async function storeBlob(
  blob: Blob,
  file: string,
  media: MediaStore,
  hash?: string,
): Promise<StoredFile> {
  const sha256 = hash ?? (await hashBlob(blob));
  if (blob.size <= MAX_MEDIA) media.set(sha256, blob);
  return { file: baseName(file), type: blob.type, bytes: blob.size, sha256 };
}

/** A name that can be written to any disk. */
function baseName(name: string): string {
  const safe = visibleLine(name)
    .replaceAll(/[/\\<>:"|?*]/g, '_')
    .slice(-MAX_NAME)
    .trim();
  return /^\.*$/.test(safe) ? 'file' : safe;
}

/**
 * A file of a run with the type of its content. Undefined if its bytes are not at hand, or if it is of another kind:
 * run files may come from strangers.
 */
export async function restoreFile(
  { file, sha256 }: StoredFile,
  media: StoredRun['media'],
  kind: MediaKind,
): Promise<FileInput | undefined> {
  const blob = media.get(sha256);
  const head = blob && new Uint8Array(await blob.slice(0, SNIFF_BYTES).arrayBuffer());
  const type = head && (await sniffContentType(head));
  return blob && type !== undefined && fitsField(kind, type) ? fileFromBlob(blob, file, type) : undefined;
}

/**
 * A run with its files inside, as base64.
 * @param max the bytes that all files may have together; otherwise none is inside
 */
export async function withFilesInside(storedRun: StoredRun, max = MAX_MEDIA): Promise<RunFile> {
  return (await withFilesInsideAll([storedRun], max))[0]!;
}

/** The same for runs that are stored together. A file that several of them have is inside the first one. */
export async function withFilesInsideAll(
  stored: readonly StoredRun[],
  max = MAX_MEDIA,
): Promise<readonly RunFile[]> {
  const runs = stored.map(({ run }) => run);
  const sizes = new Map(runs.flatMap(getFiles).map(({ sha256, bytes }) => [sha256, bytes]));
  if ([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) > max) return runs;
  const data = new Map<string, string>();
  for (const { media } of stored) {
    for (const [sha256, blob] of media)
      if (!data.has(sha256)) data.set(sha256, toBase64(new Uint8Array(await blob.arrayBuffer())));
  }
  return runs.map((run) => {
    const inside = mapFiles(run, (file) => ({ ...file, data: data.get(file.sha256) }));
    if (runs.length > 1) for (const { sha256 } of getFiles(run)) data.delete(sha256);
    return inside;
  });
}

/**
 * Reads a run file and the files inside it.
 * @param name of the file, for errors
 * @throws InputError if it is invalid, a comparison, or the content of a file does not match its hash
 */
export async function readRunFile(content: string, name: string): Promise<StoredRun> {
  const [first, ...others] = await readRunFiles(content, name);
  if (first && others.length === 0) return first;
  throw new InputError(`${name} is a comparison`, { hint: 'Open it with tryout open or tryout rerun.' });
}

/** The same for a run file, or the runs of a comparison in their order. */
export async function readRunFiles(content: string, name: string): Promise<readonly StoredRun[]> {
  const runs = parseRunFiles(content, name);
  const media: MediaStore = new Map();
  for (const { data, type, sha256, file } of runs.flatMap(getFiles)) {
    if (data === undefined) continue;
    const blob = attempt(() => new Blob([fromBase64(data)], { type }));
    if (!blob || (await hashBlob(blob)) !== sha256)
      throw new InputError(`${file} in ${name} does not match its hash`, { hint: 'Save the run again.' });
    media.set(sha256, blob);
  }
  return runs.map((run) => ({ run: mapFiles(run, ({ data: _data, ...file }) => file), media }));
}

/** A run with other descriptions of its files. */
export function mapFiles(run: RunFile, change: (file: StoredFile) => StoredFile): RunFile {
  const changeOne = <Part extends StoredInput | StoredImage>(part: Part) =>
    isStoredFile(part) ? change(part) : part;
  const changeAll = (pictures?: readonly StoredImage[]) => pictures?.map(changeOne);
  const { inputs, chat, result } = run;
  return {
    ...run,
    inputs: Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, changeOne(input)])),
    chat: chat && {
      ...chat,
      exchanges: chat.exchanges?.map((each) => ({ ...each, pictures: changeAll(each.pictures) })),
      pictures: changeAll(chat.pictures),
    },
    result: result && { ...result, media: result.media?.map(change) },
  };
}
