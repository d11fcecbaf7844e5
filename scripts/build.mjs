// Builds the command line: tryout.cjs, which holds the parser and starts fast, and chunks that commands load when
// they are called.
import { cp, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../', import.meta.url));
const cli = `${root}packages/cli/`;
const dist = `${cli}dist/`;

/** Packages that read files of their own or hold native code. */
const external = ['sharp', 'tesseract.js', '@tesseract.js-data/eng', 'audio-decode', 'oidc-provider'];

const { default: manifest } = await import(`${cli}package.json`, { with: { type: 'json' } });

const shared = {
  configFile: false,
  root: cli,
  logLevel: 'warn',
  publicDir: false,
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    TRYOUT_VERSION: JSON.stringify(manifest.version),
  },
  ssr: { noExternal: true, external, target: 'node' },
};

const shape = { outDir: dist, emptyOutDir: false, ssr: true, target: 'node20', minify: false };

const treeshake = {
  // Their packages do not say that importing them does nothing; they are large, and most of them is not used.
  moduleSideEffects: (id) => !/[\\/]@huggingface[\\/]/.test(id),
};

/** Ink's inspector is for the development of Ink. */
const withoutDevtools = {
  name: 'without-devtools',
  enforce: 'pre',
  resolveId: (id) => (id === 'react-devtools-core' ? '\0devtools' : undefined),
  load: (id) => (id === '\0devtools' ? 'export default {};' : undefined),
};

/** In the entry the modules behind `import()` of commands and prompts are the chunks of the other build. */
const chunksOutside = {
  name: 'chunks-outside',
  enforce: 'pre',
  resolveId(id, importer) {
    const name = /^\.\.?\/(?:oneshot|tui)\/([\w-]+)\.tsx?$/.exec(id)?.[1];
    return importer && name ? { id: `./chunks/${name}.js`, external: 'relative' } : undefined;
  },
};

async function buildChunks(input) {
  await build({
    ...shared,
    plugins: [withoutDevtools],
    build: {
      ...shape,
      rolldownOptions: {
        input,
        treeshake,
        output: {
          format: 'es',
          entryFileNames: 'chunks/[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  });
}

async function buildEntry() {
  await build({
    ...shared,
    plugins: [chunksOutside],
    build: {
      ...shape,
      rolldownOptions: {
        input: { tryout: `${cli}src/main.ts` },
        external: builtinModules.flatMap((name) => [name, `node:${name}`]),
        treeshake,
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  });
}

const commands = [
  'run',
  'tasks',
  'models',
  'login',
  'logout',
  'whoami',
  'sandbox',
  'demo',
  'completion',
  'complete',
];

await rm(dist, { recursive: true, force: true });
await Promise.all([
  buildChunks({
    ...Object.fromEntries(commands.map((name) => [name, `${cli}src/oneshot/${name}.ts`])),
    'ask-token': `${cli}src/tui/ask-token.tsx`,
  }),
  buildEntry(),
  cp(`${root}packages/sandbox/examples`, `${dist}examples`, { recursive: true }),
]);
