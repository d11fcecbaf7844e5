import { minify } from 'vite';

/** The chunk of libraries. */
const LIBRARIES = 'libraries';

/**
 * Bundles what a module imports statically into two files: our code, and minified libraries, which Node parses faster.
 * Dynamic imports stay separate chunks.
 * @param root the module's file
 */
export function eagerGroups(root) {
  let eager;
  const isEager = (id, context) => {
    eager ??= reachableAtOnce(root, context);
    return eager.has(id) && !isForLater(id);
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

/** What the engine's index brings along and only the screen of code uses, which loads it when it is opened. */
const isForLater = (id) => /[\\/]engine[\\/]src[\\/](?:snippets|presentation[\\/]code)[\\/]/.test(id);

function reachableAtOnce(root, context) {
  const reached = new Set([root]);
  for (const id of reached)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  return reached;
}
