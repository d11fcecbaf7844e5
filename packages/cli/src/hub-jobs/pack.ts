import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTar } from 'nanotar';
import { findProgramFolder } from '../files/program.ts';

const BUILT = join('packages', 'cli', 'dist');
/** What the command line needs, relative to the package. */
const PARTS = ['bin', BUILT];
/** The exact versions of its dependencies. npm reads it at the root of a package. */
const SHRINKWRAP = 'npm-shrinkwrap.json';

/** Packs the installed package as `npm pack` does, without the web app, and with the versions of its dependencies. */
export async function packProgram(): Promise<Uint8Array<ArrayBuffer>> {
  const root = findProgramFolder();
  const paths = ['package.json'];
  for (const part of PARTS) {
    const entries = await readdir(join(root, part), { recursive: true, withFileTypes: true });
    for (const entry of entries)
      if (entry.isFile()) paths.push(join(entry.parentPath, entry.name).slice(root.length + 1));
  }
  const files = await Promise.all(
    paths.sort().map(async (path) => ({
      name: `package/${path === join(BUILT, SHRINKWRAP) ? SHRINKWRAP : path.split(sep).join('/')}`,
      data: await readFile(join(root, path)),
      attrs: { mode: path.startsWith('bin') ? '755' : '644' },
    })),
  );
  return new Uint8Array(gzipSync(createTar(files, { attrs: { mtime: 0 } })));
}
