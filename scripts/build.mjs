// Builds the command line: tryout.cjs, which holds the parser and starts fast, and chunks that commands load when
// they are called.
import { cp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, normalizePath } from 'vite';
import { eagerGroups } from './build/eager-groups.mjs';
import { fastRows, inkFixes, outsideCi, synchronousLayout, withoutDevtools } from './build/ink.mjs';
import { lazyTextMeasures } from './build/text-measures.mjs';

// Vite uses slashes on Windows, too.
const root = normalizePath(fileURLToPath(new URL('../', import.meta.url)));
const cli = `${root}packages/cli/`;
const dist = `${cli}dist/`;
/** The new build, which replaces the old one when it is complete. */
const next = `${root}node_modules/.cache/cli-build-${process.pid}/`;

/** Packages that read files of their own or hold native code. */
const external = ['open', 'sharp', 'tesseract.js', '@tesseract.js-data/eng', 'audio-decode', 'oidc-provider'];

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
  },
  ssr: { noExternal: true, external, target: 'node' },
};

const shape = { outDir: next, emptyOutDir: false, ssr: true, target: 'node20', minify: false };

/** Comments are most of what Node would have to read. */
const written = { comments: { legal: true, annotation: false, jsdoc: false } };

const treeshake = {
  // Importing them does nothing, though their packages do not say so; they are large, and little of them is used.
  moduleSideEffects: (id) => !/[\\/]@huggingface[\\/]|[\\/]packages[\\/]\w+[\\/]src[\\/]/.test(id),
};

/** The parser loads Node's child processes, for commands that are programs of their own; ours are none. */
const withoutChildProcesses = {
  name: 'without-child-processes',
  enforce: 'pre',
  resolveId: (id) => (id === 'node:child_process' ? '\0child-process' : undefined),
  load: (id) => (id === '\0child-process' ? 'export default {};' : undefined),
};

/** Only colors in a terminal need it, and it brings Node's sockets along. */
const lazyTerminals = {
  name: 'lazy-terminals',
  renderChunk: (code) =>
    code.includes('__toESM(node_tty')
      ? undefined
      : code
          .replace('let node_tty = require("node:tty");\n', '')
          .replaceAll('node_tty.WriteStream', 'require("node:tty").WriteStream'),
};

/** The modules behind `import()` of commands and prompts are the chunks of the other builds. @param folder where those are */
const chunksOutside = (folder) => ({
  name: 'chunks-outside',
  enforce: 'pre',
  resolveId(id, importer) {
    const [, name] = /^\.\.?\/(?:commands|sign-in|tui)\/([\w-]+)\.tsx?$/.exec(id) ?? [];
    return importer && name ? { id: `${folder}${name}.cjs`, external: 'relative' } : undefined;
  },
  // Requiring does not wait for Node's loader of ES modules.
  renderChunk: (code) =>
    code.replace(/import\(("[^"]+\.cjs")\)/g, 'Promise.resolve().then(() => require($1))'),
});

/** Modules of the core's folders that few commands load. Each has a chunk of its own. */
const rarelyLoaded = [
  /[\\/]engine[\\/]src[\\/](?:code-view|form|format|media|search|snippets)[\\/]/,
  /[\\/](?:parameters\.generated|third-party|stand-ins|catalog|embedded-hub|task-help|parameter-list)\.(?:ts|json)/,
  // Signing in through the hub, for login and for renewing a token.
  /[\\/]engine[\\/]src[\\/](?:auth[\\/]oauth[\\/]|node[\\/](?:redirect-|sign-in-by-))/,
  // Example inputs and model cards, for code and the demo.
  /[\\/]hub[\\/](?:model-info|default-inputs|[\w-]*example[\w-]*|stand-in-file)\.ts/,
];

/** Modules that nearly every command loads: the engine without its tables and providers, and what calls it. */
function isCore(id) {
  return (
    /[\\/]packages[\\/](?:engine[\\/]src|cli[\\/]src[\\/](?:program|context|inputs|commands[\\/]run))/.test(
      id,
    ) && !rarelyLoaded.some((pattern) => pattern.test(id))
  );
}

/** @param groups what comes in one file: opening and linking twenty takes longer than their code */
async function buildChunks(input, groups, plugins = []) {
  await build({
    ...shared,
    plugins: [
      synchronousLayout,
      inkFixes,
      fastRows,
      withoutDevtools,
      outsideCi,
      lazyTextMeasures,
      lazyTerminals,
      ...plugins,
    ],
    build: {
      ...shape,
      rolldownOptions: {
        input,
        treeshake,
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
      rolldownOptions: {
        input: { tryout: `${cli}src/main.ts` },
        external: builtinModules
          .flatMap((name) => [name, `node:${name}`])
          .filter((name) => name !== 'node:child_process'),
        treeshake,
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

/** The commands by their files: each defines itself there, so that no second list can drift. */
async function commandNames() {
  const folder = `${cli}src/commands/`;
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(files.map((name) => readFile(folder + name, 'utf8')));
  return files
    .filter((_name, index) => /^export const define\b/m.test(texts[index]))
    .map((name) => name.slice(0, -'.ts'.length));
}

/** Swaps the finished build in; another one may do so at the same moment. */
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
  await Promise.all([
    buildChunks(Object.fromEntries(commands.map((name) => [name, `${cli}src/commands/${name}.ts`])), [
      // What every request needs.
      { name: 'core', test: isCore },
    ]),
    // A separate build, so that the picker's chunks do not depend on what the commands share.
    buildChunks(
      { 'ask-token': `${cli}src/sign-in/ask-token.ts`, 'picker-command': `${cli}src/tui/picker-command.ts` },
      picker.groups,
      [picker.minifyLibraries, chunksOutside('./')],
    ),
    buildEntry(),
    cp(`${root}packages/sandbox/examples`, `${next}examples`, { recursive: true }),
  ]);
  await putInPlace();
} finally {
  await rm(next, { recursive: true, force: true });
}
