import { minify } from 'vite';

/** The chunk of libraries. */
const LIBRARIES = 'libraries';

/**
 * Bundles the static imports of a module into two files: our code, and minified libraries, which Node parses faster.
 * Dynamic imports stay separate chunks.
 * @param root the module's file
 */
export function eagerGroups(root) {
  let eager;
  const isEager = (id, context) => {
    eager ??= reachableAtOnce(root, context);
    return eager.has(id) && !isForLater(id, context);
  };
  return {
    groups: [
      {
        debugName: 'eager',
        name: (id, context) => (isEager(id, context) ? (isLibrary(id) ? LIBRARIES : 'screens') : null),
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

const isLibrary = (id) => /[\\/]node_modules[\\/]/.test(id);

/** Parts of the engine's index that load on demand, and those that only the code screen uses, which loads them when it opens. */
const isForLater = (id, context) =>
  /[\\/]engine[\\/]src[\\/](?:code-view\.ts|snippets[\\/])/.test(id) ||
  (/[\\/]engine[\\/]src[\\/]/.test(id) && context.getModuleInfo(id).dynamicImporters.length > 0);

function reachableAtOnce(root, context) {
  const reached = new Set([root]);
  for (const id of reached)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}
