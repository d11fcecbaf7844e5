import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const packageFolder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** The packages of each web worker with their licenses, as Vite's `build.license` writes those of pages. */
export const workerLicenses = {
  name: 'worker-licenses',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
    const folders = chunks.flatMap(({ moduleIds }) =>
      moduleIds.flatMap((id) => id.match(packageFolder) ?? []),
    );
    const entries = [...new Set(folders)].sort().map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((each) => /^license/i.test(each));
      return {
        name,
        version,
        identifier: license,
        text: file && readFileSync(join(folder, file), 'utf8').trim(),
      };
    });
    const { name } = chunks.find(({ isEntry }) => isEntry);
    this.emitFile({ type: 'asset', fileName: `${name}-licenses.json`, source: JSON.stringify(entries) });
  },
};
