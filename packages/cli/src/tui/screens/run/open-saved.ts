import { resolve } from 'node:path';
import { mediaOf, type RunResult } from '@tryout/engine';
import { savedFiles } from '../../results/saved-files.ts';
import { misnamed } from '../../../files/ending-fits.ts';

/** Kinds of files that hold no programs of any kind, as drawings (SVG) do. */
const harmless = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|tiff)|audio\/[\w.+-]+)$/;

/** The saved picture or sound that the system's viewer may be given: one whose name says what it holds. */
export function readyToOpen(result: RunResult): string | undefined {
  const [path] = savedFiles(result);
  const [media] = mediaOf(result.view);
  if (path === undefined || !media || !harmless.test(media.contentType)) return undefined;
  return misnamed(path, media.contentType) === undefined ? resolve(path) : undefined;
}
