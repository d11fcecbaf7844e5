// Compresses the built assets, for hosts that serve .br and .gz files.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const formats = [
  ['.br', (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })],
  ['.gz', (bytes) => promisify(gzip)(bytes, { level: 9 })],
];

/** @param {string} folder of the built web app */
export async function compressAssets(folder) {
  const assets = join(folder, 'assets');
  const names = (await readdir(assets)).filter((name) => /\.(?:js|css|svg|json)$/.test(name));
  for (const name of names) {
    const bytes = await readFile(join(assets, name));
    for (const [extension, compress] of formats) {
      const compressed = await compress(bytes);
      if (compressed.length < bytes.length) await writeFile(join(assets, name + extension), compressed);
    }
  }
}
