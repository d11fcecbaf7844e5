import { minify } from 'vite';

/** Of the libraries in one file, since reading their code takes as long as running it. */
const LIBRARIES = 'libraries';

/**
 * Puts all that a module loads at once into two files: our own code, and that of libraries without names and spaces,
 * since Node reads every letter. What is imported on call stays in chunks of its own.
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
      // After the bundler has written it; it would lay it out anew.
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
