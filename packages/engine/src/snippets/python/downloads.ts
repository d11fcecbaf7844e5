import type { RequestBody } from '../../http/index.ts';
import { downloads } from '../files.ts';
import { pythonString } from '../literals/index.ts';

/** Lines that download the files that the code reads. */
export function downloadLines(body: RequestBody): string[] {
  return downloads(body).map(
    ({ url, path }) => `urllib.request.urlretrieve(${pythonString(url)}, ${pythonString(path)})`,
  );
}
