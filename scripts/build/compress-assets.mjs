// Compresses the built assets, for hosts that serve .gz files: the one form that browsers also accept without TLS.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** @param {string} folder of the built web app */
export async function compressAssets(folder) {
  const assets = join(folder, 'assets');
  const names = (await readdir(assets)).filter((name) => /\.(?:js|css|svg|json)$/.test(name));
  for (const name of names) {
    const bytes = await readFile(join(assets, name));
    const compressed = await promisify(gzip)(bytes, { level: 9 });
    if (compressed.length < bytes.length) await writeFile(join(assets, `${name}.gz`), compressed);
  }
}
