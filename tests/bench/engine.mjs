import { mkdir, rm } from 'node:fs/promises';
import { build } from 'vite';

const root = new URL('../../', import.meta.url).pathname;
const folder = `${root}node_modules/.cache/bench/`;

/** The engine as JavaScript, because benchmarks run without a TypeScript loader. */
const engineModule = `${folder}engine.mjs`;

/** Bundles the engine for the benchmarks. */
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

/** Loads the bundled engine. */
export function loadEngine() {
  return import(engineModule);
}

/** Loads the bundled engine, with a connection to the benchmark server. */
export async function connect(url) {
  const engine = await loadEngine();
  const connection = {
    transport: engine.nodeTransport({ environment: {}, userAgent: 'bench' }),
    hubUrl: url,
    inferenceUrl: url,
    token: 'hf_bench',
    deadlines: engine.defaultDeadlines,
  };
  return { engine, connection };
}
