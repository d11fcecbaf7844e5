import { build } from 'vite';

/** Shared by all screens, hence loaded with the page itself. */
const START = 'start';

/**
 * Puts what a screen loads at once into one file, and what the page or all screens load into another: each file more
 * is a way to the server more. What belongs where is read from a build without such groups, since imports alone do not
 * tell which modules are left in after unused ones were left out.
 * @param config of the build
 * @param entry the page's first module
 * @param screens name to the modules that the screen loads at once
 * @param later modules that are loaded soon after; what they share with one screen is not taken into its file, which
 * would come with them
 * @returns groups for `codeSplitting`
 */
export async function pageGroups(config, entry, screens, later) {
  const { output } = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, manifest: false },
  });
  const chunks = output.filter(({ type }) => type === 'chunk');
  const modulesWith = (roots) => {
    const reached = new Set(chunks.filter(({ moduleIds }) => roots.some((root) => moduleIds.includes(root))));
    for (const { imports } of reached)
      for (const name of imports) reached.add(chunks.find(({ fileName }) => fileName === name));
    return new Set([...reached].flatMap(({ moduleIds }) => moduleIds));
  };
  const first = modulesWith([entry]);
  const after = modulesWith(later);
  const sets = Object.entries(screens).map(([name, roots]) => ({ name, modules: modulesWith(roots) }));
  const isForAll = (id) => first.has(id) || sets.every(({ modules }) => modules.has(id));
  // A group takes what its modules need along, unless a group before it has it.
  return [
    { name: START, test: isForAll, priority: sets.length },
    ...sets.map(({ name, modules }, index) => ({
      name,
      test: (id) => modules.has(id) && !after.has(id),
      priority: index,
    })),
  ];
}
