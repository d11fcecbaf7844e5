// Builds the command line: tryout.cjs, which contains the parser and starts fast, and chunks that commands load on demand.
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, normalizePath } from 'vite';
import { chunkGroups } from './build/chunk-groups.mjs';
import { outsideCi, synchronousLayout, withoutSchemas } from './build/ink.mjs';
import { minifySdk, sdkGroup, smallSdk } from './build/mcp.mjs';
import { writeNotices } from './build/notices.mjs';
import { patched } from './build/patches.mjs';
import { writeShrinkwrap } from './build/shrinkwrap.mjs';
import { lazyTextMeasures } from './build/text-measures.mjs';
import { buildTextReader } from './build/text-reader.mjs';

// Vite also uses slashes on Windows.
const root = normalizePath(fileURLToPath(new URL('../', import.meta.url)));
const cli = `${root}packages/cli/`;
const dist = `${cli}dist/`;
/** The new build, which replaces the old one when it is complete. */
const next = `${root}node_modules/.cache/cli-build-${process.pid}/`;

const { dependencies, optionalDependencies } = JSON.parse(await readFile(`${root}package.json`, 'utf8'));

/** Packages that read their own files, contain native code or may be left out. */
const external = Object.keys({ ...dependencies, ...optionalDependencies });

// Tests set NODE_ENV, but also build for production.
process.env.NODE_ENV = 'production';

const manifest = JSON.parse(await readFile(`${cli}package.json`, 'utf8'));

const shared = {
  configFile: false,
  root: cli,
  mode: 'production',
  logLevel: 'warn',
  publicDir: false,
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.DEV': '"false"',
    TRYOUT_VERSION: JSON.stringify(manifest.version),
    TRYOUT_TEXT_READER: '"../text-reader/"',
  },
  ssr: { noExternal: true, external, target: 'node' },
};

/** Files with the licenses of the packages that each build contains. */
const licenses = ['chunks', 'entry', 'text-reader/thread'].map((name) => `${name}-licenses.json`);
const [chunkLicenses, entryLicenses] = licenses;

const shape = { outDir: next, emptyOutDir: false, ssr: true, target: 'node20', minify: false };

/** Comments are most of the code that Node would have to read. */
const written = { comments: { legal: true, annotation: false, jsdoc: false } };

const treeshake = {
  // Large packages without side effects that do not declare `sideEffects: false`; only small parts are used.
  moduleSideEffects: (id) =>
    !/[\\/](?:@huggingface|@modelcontextprotocol|marked)[\\/]|[\\/]packages[\\/]\w+[\\/]src[\\/]/.test(id),
};

/** The parser loads `child_process` for external subcommands, which Tryout does not have. */
const withoutChildProcesses = {
  name: 'without-child-processes',
  enforce: 'pre',
  resolveId: (id) => (id === 'node:child_process' ? '\0child-process' : undefined),
  load: (id) => (id === '\0child-process' ? 'export default {};' : undefined),
};

/** Resolves `import()` of commands and the picker to the chunks of the other build. */
const chunksOutside = {
  name: 'chunks-outside',
  enforce: 'pre',
  resolveId(id, importer) {
    const [, name] = /^\.\.?\/(?:commands|tui)\/([\w-]+)\.tsx?$/.exec(id) ?? [];
    return importer && name ? { id: `./chunks/${name}.cjs`, external: 'relative' } : undefined;
  },
};

/** `require` does not wait for Node's ES module loader. */
const requireAtOnce = {
  name: 'require-at-once',
  renderChunk: (code) =>
    code.replace(/import\(("[^"]+\.cjs")\)/g, 'Promise.resolve().then(() => require($1))'),
};

/** A chunk of its own, since the MCP server starts without the core. */
const installation = { name: 'installation', test: /[\\/]cli[\\/]src[\\/]installation\.ts$/ };

/** The commands and the picker in one build, so that each chunk is shipped once. */
async function buildChunks(commands) {
  const files = commands.map((name) => `${cli}src/commands/${name}.ts`);
  const entries = [...files, `${cli}src/tui/picker-command.ts`];
  const chunks = chunkGroups({
    commands: files,
    picker: `${cli}src/tui/open-picker.tsx`,
  });
  await build({
    ...shared,
    plugins: [
      synchronousLayout,
      await patched('ink', '6.8.0'),
      withoutSchemas,
      outsideCi,
      lazyTextMeasures,
      smallSdk,
      minifySdk,
      chunks.minifyLibraries,
      requireAtOnce,
    ],
    build: {
      ...shape,
      license: { fileName: chunkLicenses },
      rolldownOptions: {
        input: Object.fromEntries(entries.map((file) => [basename(file).replace(/\.tsx?$/, ''), file])),
        treeshake,
        // What the web app loads on demand may belong to every command.
        checks: { ineffectiveDynamicImport: false },
        output: {
          ...written,
          format: 'cjs',
          entryFileNames: 'chunks/[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
          // Opening and linking twenty files takes longer than running their code.
          codeSplitting: { groups: [sdkGroup, installation, ...chunks.groups] },
        },
      },
    },
  });
}

async function buildEntry() {
  await build({
    ...shared,
    plugins: [chunksOutside, requireAtOnce, withoutChildProcesses],
    build: {
      ...shape,
      license: { fileName: entryLicenses },
      rolldownOptions: {
        input: { tryout: `${cli}src/main.ts` },
        external: builtinModules
          .flatMap((name) => [name, `node:${name}`])
          .filter((name) => name !== 'node:child_process'),
        // The parser uses little of what it imports from the engine.
        treeshake: { moduleSideEffects: false },
        output: {
          format: 'cjs',
          comments: { legal: true, annotation: false, jsdoc: false },
          entryFileNames: '[name].cjs',
          codeSplitting: false,
        },
      },
    },
  });
}

/** The commands by file: each file defines its command, so there is no second list to maintain. */
async function commandNames() {
  const folder = `${cli}src/commands/`;
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(files.map((name) => readFile(folder + name, 'utf8')));
  return files
    .filter((_name, index) => /^export const define\b/m.test(texts[index]))
    .map((name) => name.slice(0, -'.ts'.length));
}

/** Replaces the old build with the new one; a concurrent build may do the same. */
async function putInPlace() {
  const last = `${root}node_modules/.cache/cli-last-${process.pid}/`;
  for (let isDone = false; !isDone;) {
    await rename(dist, last).catch(() => undefined);
    isDone = await rename(next, dist).then(
      () => true,
      (error) => {
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
        return false;
      },
    );
    await rm(last, { recursive: true, force: true });
  }
}

const commands = await commandNames();

try {
  await mkdir(next, { recursive: true });
  await Promise.all([
    buildChunks(commands),
    buildEntry(),
    buildTextReader(shared, `${next}text-reader/`, 'thread-licenses.json'),
    cp(`${root}examples`, `${next}examples`, { recursive: true }),
    writeShrinkwrap(root, `${next}npm-shrinkwrap.json`),
    // Threads start from files of their own.
    cp(`${root}packages/engine/src/node/parquet-thread.mjs`, `${next}chunks/parquet-thread.mjs`),
    ...['page-compressors', 'parquet-rows', 'parquet-values'].map((name) =>
      cp(`${root}packages/engine/src/batch/${name}.mjs`, `${next}batch/${name}.mjs`),
    ),
  ]);
  await writeNotices(
    next,
    licenses.map((name) => next + name),
  );
  await putInPlace();
} finally {
  await rm(next, { recursive: true, force: true });
}
