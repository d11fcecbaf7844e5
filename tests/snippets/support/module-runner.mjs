// Imports modules in sequence, each in its own working directory; sends their output, write counts and errors to the parent.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

const [, , list = ''] = process.argv;
const outcomes = [];

for (const [number, { folder, file }] of JSON.parse(await readFile(list, 'utf8')).entries()) {
  let stdout = '';
  let writes = 0;
  process.stdout.write = (text) => {
    stdout += text;
    writes += 1;
    return true;
  };
  process.chdir(folder);
  globalThis.module = String(number);
  const error = await import(pathToFileURL(file).href).then(
    () => undefined,
    (thrown) => String(thrown?.stack ?? thrown),
  );
  outcomes.push({ stdout, writes, error });
}

process.send(outcomes);
