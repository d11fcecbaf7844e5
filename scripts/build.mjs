// Builds the command line: tryout.cjs, which contains the parser and starts fast, and chunks that commands load on demand.
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, normalizePath } from 'vite';
import { eagerGroups } from './build/eager-groups.mjs';
import {
  fastRows,
  inkFixes,
  outsideCi,
  synchronousLayout,
  withoutDevtools,
  withoutSchemas,
} from './build/ink.mjs';
import { minifySdk, sdkGroup, smallSdk } from './build/mcp.mjs';
import { writeNotices } from './build/notices.mjs';
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
const licenses = ['commands', 'picker', 'entry', 'text-reader/thread'].map((name) => `${name}-licenses.json`);
const [commandLicenses, pickerLicenses, entryLicenses] = licenses;

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

/** Resolves `import()` of commands and the picker to the chunks of the other builds. @param folder of these chunks */
const chunksOutside = (folder) => ({
  name: 'chunks-outside',
  enforce: 'pre',
  resolveId(id, importer) {
    const [, name] = /^\.\.?\/(?:commands|tui)\/([\w-]+)\.tsx?$/.exec(id) ?? [];
    return importer && name ? { id: `${folder}${name}.cjs`, external: 'relative' } : undefined;
  },
  // `require` does not wait for Node's ES module loader.
  renderChunk: (code) =>
    code.replace(/import\(("[^"]+\.cjs")\)/g, 'Promise.resolve().then(() => require($1))'),
});

/** Modules of the core folders that few commands load; each gets its own chunk. */
const rarelyLoaded = [
  /[\\/]engine[\\/]src[\\/](?:batch|code-view|compare|format|media|metrics|runs|search|session|snippets)[\\/]/,
  /[\\/](?:parameters\.generated|examples\.generated|third-party|stub-files|catalog\.generated|detect-content-type|draw-table)\.(?:ts|json)/,
  /[\\/](?:read-argv|run)[\\/](?:compare|prompt|[\w-]*code|rerun|task-help|attach-files)\.ts/,
  // The history, which is written after the result of a run.
  /[\\/]engine[\\/]src[\\/]node[\\/](?:batch-|history|run-files)/,
  // Signing in through the hub, for login and for renewing a token.
  /[\\/]engine[\\/]src[\\/](?:auth[\\/](?:oauth[\\/]|redirect\.ts)|node[\\/]redirect-receiver)/,
  // Listings, model cards and jobs, for other commands and for errors.
  /[\\/]hub[\\/](?:datasets|jobs|model-info|list[\w-]*|identity|model-details|unknown-model)\.ts/,
];

/** A chunk of its own, since the MCP server starts without the core. */
const versionGroup = { name: 'installation', test: /[\\/]cli[\\/]src[\\/]installation\.ts$/ };

/** Modules that nearly every command loads: the engine without its tables and providers, and its callers. */
function isCore(id) {
  return (
    /[\\/]packages[\\/](?:engine[\\/]src|cli[\\/]src[\\/](?:context|read-argv|run|deliver[\\/](?:deliver|print-answer|save-file)|commands[\\/]run)[\\/.])/.test(
      id,
    ) && !rarelyLoaded.some((pattern) => pattern.test(id))
  );
}

/**
 * @param groups modules to combine in one file: opening and linking twenty files takes longer than running their code
 * @param fileName of its licenses
 */
async function buildChunks(input, groups, fileName, plugins = []) {
  await build({
    ...shared,
    plugins: [
      synchronousLayout,
      inkFixes,
      fastRows,
      withoutDevtools,
      withoutSchemas,
      outsideCi,
      lazyTextMeasures,
      ...plugins,
    ],
    build: {
      ...shape,
      license: { fileName },
      rolldownOptions: {
        input,
        treeshake,
        // What the web app loads on demand may belong to every command.
        checks: { ineffectiveDynamicImport: false },
        output: {
          ...written,
          format: 'cjs',
          entryFileNames: 'chunks/[name].cjs',
          chunkFileNames: 'chunks/[name]-[hash].cjs',
          codeSplitting: { groups },
        },
      },
    },
  });
}

async function buildEntry() {
  await build({
    ...shared,
    plugins: [chunksOutside('./chunks/'), withoutChildProcesses],
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

const picker = eagerGroups(`${cli}src/tui/open-picker.tsx`);
try {
  await mkdir(next, { recursive: true });
  await Promise.all([
    buildChunks(
      Object.fromEntries(commands.map((name) => [name, `${cli}src/commands/${name}.ts`])),
      // Modules that every request needs.
      [sdkGroup, versionGroup, { name: 'core', test: isCore }],
      commandLicenses,
      [smallSdk, minifySdk],
    ),
    // A separate build, so that the picker's chunks do not depend on the commands' shared chunks.
    buildChunks({ 'picker-command': `${cli}src/tui/picker-command.ts` }, picker.groups, pickerLicenses, [
      picker.minifyLibraries,
      chunksOutside('./'),
    ]),
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
