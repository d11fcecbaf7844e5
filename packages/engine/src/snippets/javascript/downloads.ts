import type { RequestBody } from '../../http/index.ts';
import { downloads } from '../files.ts';
import { jsonString } from '../literals/index.ts';

/** Lines that download the files that the code reads. */
export function downloadLines(body: RequestBody): string[] {
  const lines = downloads(body).map(
    ({ url, path }) => `await writeFile(${jsonString(path)}, (await fetch(${jsonString(url)})).body);`,
  );
  return lines.length === 0 ? [] : [...lines, ''];
}
