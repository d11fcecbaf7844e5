import { existsSync } from 'node:fs';
import { minify } from 'vite';

/** Folders of the engine that few commands load. */
const rareFolders = ['batch', 'format', 'media', 'measure', 'session', 'snippets', 'stored'];
for (const name of rareFolders)
  if (!existsSync(new URL(`../../packages/engine/src/${name}`, import.meta.url)))
    throw new Error(
      `rareFolders in scripts/build/chunk-groups.mjs names ${name}, which the engine does not have`,
    );

/** The chunk of libraries that only the picker loads at its start. */
const LIBRARIES = 'libraries';

const isLibrary = (id) => /[\\/]node_modules[\\/]/.test(id);

/** Parts of the engine and of the command line that few commands load; each gets its own chunk. */
const rare = [
  new RegExp(`[\\\\/]engine[\\\\/]src[\\\\/](?:${rareFolders.join('|')})[\\\\/]`),
  /[\\/]engine[\\/]src[\\/](?:code-view|search)\.ts/,
  /[\\/](?:parameters\.generated|examples\.generated|request[\\/](?:provider|stub-files)|catalog\.generated|detect-content-type|draw-table)\.(?:ts|json)/,
  /[\\/](?:read-argv|run)[\\/](?:compare|prompt|[\w-]*code|rerun|task-help|attach-files)\.ts/,
  // The history, which is written after the result of a run.
  /[\\/]engine[\\/]src[\\/]node[\\/](?:batch-|output-rows|history|run-files)/,
  // Signing in through the hub, for login and for renewing a token.
  /[\\/]engine[\\/]src[\\/](?:auth[\\/](?:oauth[\\/]|redirect\.ts)|node[\\/]redirect-receiver)/,
  // Only the picker and signing in.
  /[\\/]engine[\\/]src[\\/](?:examples[\\/]example-round|request[\\/]places)\.ts|[\\/]cli[\\/]src[\\/]context[\\/]account\.ts/,
  // Listings, model cards and jobs, for other commands and for errors.
  /[\\/]hub[\\/](?:datasets|jobs|list[\w-]*|identity|model-details|unknown-model)\.ts/,
];

/** Modules that nearly every command loads: the engine without its tables and providers, and its callers. */
const isCore = (id) =>
  /[\\/]packages[\\/](?:engine[\\/]src|cli[\\/]src[\\/](?:context|read-argv|run|deliver[\\/](?:deliver|print-answer|save-file)|commands[\\/]run))[\\/.]/.test(
    id,
  ) && !rare.some((pattern) => pattern.test(id));

/**
 * Combines modules in few files.
 * - `core`: what nearly every command needs;
 * - `screens` and `libraries`: what the picker imports at its start and no command does. The libraries are minified: Node
 *   parses them faster.
 *
 * What the picker shares with some commands stays in chunks as the bundler makes them, so that each is shipped once.
 * @param {{ commands: readonly string[], picker: string }} roots the modules that import them
 */
export function chunkGroups({ commands, picker }) {
  let sets;
  const setsOf = (context) => (sets ??= findSets(context, { commands, picker }));
  return {
    groups: [
      { name: 'core', test: isCore },
      {
        debugName: 'picker',
        name(id, context) {
          const { ofPicker, ofCommands } = setsOf(context);
          if (!ofPicker.has(id) || ofCommands.has(id)) return null;
          return isLibrary(id) ? LIBRARIES : 'screens';
        },
        // These import what commands load too, which stays apart.
        includeDependenciesRecursively: false,
      },
    ],
    minifyLibraries: {
      name: 'minify-libraries',
      // After bundling, since the bundler would format it again.
      async generateBundle(_options, bundle) {
        const [libraries] = Object.values(bundle).filter(({ name }) => name === LIBRARIES);
        const { code, errors } = await minify(libraries.fileName, libraries.code, {
          module: false,
          codegen: { legalComments: 'eof' },
        });
        if (errors.length > 0) throw errors[0];
        libraries.code = code;
      },
    },
  };
}

function findSets(context, { commands, picker }) {
  const infoOf = (id) => context.getModuleInfo(id);
  return {
    ofPicker: reach([picker], (id) => infoOf(id).importedIds),
    ofCommands: reach(commands, (id) => [...infoOf(id).importedIds, ...infoOf(id).dynamicallyImportedIds]),
  };
}

/** All modules to which imports lead. */
function reach(roots, next) {
  const reached = new Set(roots);
  for (const id of reached) for (const each of next(id) ?? []) reached.add(each);
  return reached;
}
