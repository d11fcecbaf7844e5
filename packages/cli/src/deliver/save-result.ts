import { lstat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import {
  getAnswer,
  getMedia,
  numbered,
  resultJson,
  runFileText,
  withFilesInside,
  withoutFormulas,
  type RunResult,
  type StoredRun,
} from '@tryout/engine';
import { checkTarget, actualFormat, saveFile } from './save-file.ts';
import { withHome } from '../read-argv/paths.ts';
import type { Terminal } from '../screen/index.ts';
import { encodeAnnotatedImage, type DrawingLimits } from './annotated-image.ts';
import { resultText } from './render-result.ts';

export interface ResultFile {
  readonly path: string;
  readonly contentType: string;
  readonly content: Uint8Array | string;
}

interface FilesOptions extends DrawingLimits {
  readonly name: string;
  /** Saves a value as JSON instead of media or text. */
  readonly asJson: boolean;
  readonly savedTo?: string | undefined;
  readonly terminal: Terminal;
}

/**
 * The files to save: media, numbered if there are several; text; an image with the result drawn in for `.png`, `.jpg`
 * and `.webp`; or JSON, or columns for `.txt` and `.tsv`.
 * @throws InputError if the image cannot be drawn
 */
export async function resultFiles(
  result: RunResult,
  { name, asJson, savedTo, terminal, ...limits }: FilesOptions,
): Promise<readonly ResultFile[]> {
  const { view } = result;
  const path = withHome(name);
  const media = asJson ? [] : getMedia(view);
  if (media.length > 0) {
    return media.map(({ contentType, bytes }, index) => ({
      path: media.length === 1 ? path : numbered(path, index + 1),
      contentType,
      content: bytes,
    }));
  }
  const image = await encodeAnnotatedImage(view, path, limits);
  if (image) return [{ path, contentType: image.contentType, content: image.bytes }];
  const ending = extname(path).toLowerCase();
  const text = getAnswer(view);
  const wantsText = text === undefined ? ['.txt', '.tsv'].includes(ending) : ending !== '.json';
  if (asJson || !wantsText)
    return [{ path, contentType: 'application/json', content: `${resultJson(result, savedTo)}\n` }];
  const content = text ?? (await resultText(view, terminal));
  return [textFile(name, ending === '.tsv' ? withoutFormulas(content) : content)];
}

export function textFile(name: string, text: string): ResultFile {
  return {
    path: withHome(name),
    contentType: 'text/plain',
    content: text.endsWith('\n') ? text : `${text}\n`,
  };
}

export function isRunFile(name: string): boolean {
  return name.toLowerCase().endsWith('.run.json');
}

/** A run file with its files inside. */
export async function runFile(storedRun: StoredRun, name: string): Promise<ResultFile> {
  const content = runFileText(await withFilesInside(storedRun));
  return { path: withHome(name), contentType: 'application/json', content };
}

/**
 * The path of the first existing file.
 * @throws InputError if a file cannot be written
 */
export async function existingFile(files: readonly ResultFile[]): Promise<string | undefined> {
  let first: string | undefined;
  for (const { path } of files) {
    await checkTarget(path, true);
    if (await lstat(path).catch(() => undefined)) first ??= path;
  }
  return first;
}

/** @param force replaces existing files. @throws SaveError */
export async function writeFiles(files: readonly ResultFile[], force: boolean): Promise<void> {
  for (const { path, content } of files) await saveFile(path, content, force);
}

export function savedMessage(first: string, others: number): string {
  return `Saved to ${first}${others > 0 ? ` and ${others} more` : ''}`;
}

/** Types without scripts, unlike SVG. */
const safeTypes = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|tiff)|(?:audio|video)\/[\w.+-]+)$/;

/** The path of the saved media, if it is safe to open: the extension must match the content. */
export function openableFile({ view }: RunResult, [path]: readonly string[] = []): string | undefined {
  const [media] = getMedia(view);
  if (path === undefined || !media || !safeTypes.test(media.contentType)) return undefined;
  return actualFormat(path, media.contentType) === undefined ? resolve(path) : undefined;
}
