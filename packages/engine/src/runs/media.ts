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
  parseRunFile,
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

export async function storeFile(file: FileInput, media: MediaStore): Promise<StoredFile> {
  return storeBlob(new Blob([await readFileInput(file)], { type: file.contentType }), file.name, media);
}

export async function storeBlob(blob: Blob, file: string, media: MediaStore): Promise<StoredFile> {
  const sha256 = await hashBlob(blob);
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
export async function withFilesInside({ run, media }: StoredRun, max = MAX_MEDIA): Promise<RunFile> {
  const files = getFiles(run);
  const sizes = new Map(files.map(({ sha256, bytes }) => [sha256, bytes]));
  if ([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) > max) return run;
  const data = new Map<string, string>();
  for (const [sha256, blob] of media) data.set(sha256, toBase64(new Uint8Array(await blob.arrayBuffer())));
  return mapFiles(run, (file) => ({ ...file, data: data.get(file.sha256) }));
}

/**
 * Reads a run file and the files inside it.
 * @param name of the file, for errors
 * @throws InputError if it is invalid, or the content of a file does not match its hash
 */
export async function readRunFile(content: string, name: string): Promise<StoredRun> {
  const parsed = parseRunFile(content, name);
  const media: MediaStore = new Map();
  for (const { data, type, sha256, file } of getFiles(parsed)) {
    if (data === undefined) continue;
    const blob = attempt(() => new Blob([fromBase64(data)], { type }));
    if (!blob || (await hashBlob(blob)) !== sha256)
      throw new InputError(`${file} in ${name} does not match its hash`, { hint: 'Save the run again.' });
    media.set(sha256, blob);
  }
  return { run: mapFiles(parsed, ({ data: _data, ...file }) => file), media };
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
