import { mkdir, rm } from 'node:fs/promises';
import { build } from 'vite';

const root = new URL('../../', import.meta.url).pathname;
const folder = `${root}node_modules/.cache/bench/`;

/** The engine as plain modules, since benches run on bare Node. */
export const engineModule = `${folder}engine.mjs`;

/** Bundles the engine for the benches. */
export async function buildEngine() {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: { noExternal: [/^@tryout\//] },
    build: {
      ssr: `${root}tests/bench/engine-entry.ts`,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'engine.mjs', chunkFileNames: '[name]-[hash].mjs' } },
    },
  });
}
