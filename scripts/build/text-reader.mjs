// The text reader of the sandbox: of the six builds of Tesseract and two sizes of its language, the ones in use.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { build } from 'vite';

const require = createRequire(import.meta.url);
const CORE = 'tesseract-core-simd-lstm';

/** Every processor that Node supports has the vector instructions of this build. */
const oneCore = {
  name: 'one-core',
  enforce: 'pre',
  resolveId: (id) => (id === `./${CORE}.cjs` ? { id, external: true } : undefined),
  load: (id) =>
    /[\\/]worker-script[\\/]node[\\/]getCore\.js$/.test(id)
      ? `module.exports = async () => require('./${CORE}.cjs');`
      : undefined,
};

/**
 * Builds the reader's thread, `worker.cjs`, next to its files.
 * @param shared options of all builds
 * @param license name of the file with the licenses of all of them
 */
export async function buildTextReader(shared, folder, license) {
  await mkdir(folder, { recursive: true });
  const core = dirname(require.resolve('tesseract.js-core/package.json'));
  const language = require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz');
  await Promise.all([
    // The command line is a package of modules.
    copyFile(`${core}/${CORE}.js`, `${folder}${CORE}.cjs`),
    copyFile(`${core}/${CORE}.wasm`, `${folder}${CORE}.wasm`),
    copyFile(language, `${folder}eng.traineddata.gz`),
    build({
      ...shared,
      plugins: [oneCore],
      build: {
        outDir: folder,
        emptyOutDir: false,
        ssr: true,
        target: 'node20',
        minify: true,
        license: { fileName: license },
        rolldownOptions: {
          input: { worker: require.resolve('tesseract.js/src/worker-script/node/index.js') },
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    }),
  ]);
  const entries = JSON.parse(await readFile(folder + license, 'utf8'));
  const copied = await Promise.all(['tesseract.js-core', '@tesseract.js-data/eng'].map(licenseOf));
  await writeFile(folder + license, JSON.stringify([...entries, ...copied]));
}

/** As the bundler lists the packages that it contains. */
async function licenseOf(name) {
  const manifest = require.resolve(`${name}/package.json`);
  const { version, license } = JSON.parse(await readFile(manifest, 'utf8'));
  const text = await readFile(`${dirname(manifest)}/LICENSE`, 'utf8').catch(() => '');
  return { name, version, identifier: license, text };
}
