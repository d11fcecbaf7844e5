import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from '../../support/process.ts';

export const script = 'document.title = "It runs";\n';

const files: Readonly<Record<string, string | Buffer>> = {
  'index.html':
    '<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Tryout</title><script type="module" src="./assets/index-Ab3_d-9x.js"></script></head></html>',
  'config.json': '{"hubUrl":"http://127.0.0.1:9"}',
  'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/index-Ab3_d-9x.js': script,
  'assets/index-Ab3_d-9x.js.gz': gzipSync(script),
};

/** Writes a small web app to a folder. */
export function appFolder(folder = temporaryFolder()): string {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return folder;
}
