import type { RequestBody } from '../../http/index.ts';
import { downloads } from '../files.ts';
import { jsonString } from '../literals/index.ts';

/** Lines that download the files that the code reads. */
export function downloadLines(body: RequestBody): string[] {
  return downloads(body).flatMap(({ url, path }) => [
    `const example = await fetch(${jsonString(url)});`,
    'if (!example.ok) throw new Error(`${example.status} ${example.url}`);',
    `await writeFile(${jsonString(path)}, example.body);`,
    '',
  ]);
}
