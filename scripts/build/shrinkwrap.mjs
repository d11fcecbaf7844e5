// The versions of the packages that the command line needs, with their hashes, for installations from a packed program.
import { readFile, writeFile } from 'node:fs/promises';

/** The place of a package that another one requires, as Node looks for it. */
function resolve(packages, from, name) {
  const above = from
    .split('/node_modules/')
    .map((_part, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
  const folders = ['', ...above.filter(Boolean)].reverse();
  return folders
    .map((folder) => `${folder && `${folder}/`}node_modules/${name}`)
    .find((place) => packages[place]);
}

/** @param root the folder of the package, with its lock file @param path of the new file */
export async function writeShrinkwrap(root, path) {
  const { packages } = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8'));
  const { name, version, license, bin, engines, dependencies, optionalDependencies } = packages[''];
  const kept = new Map();
  const waiting = [['', { dependencies, optionalDependencies }]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, needs] = next;
    for (const need of Object.keys({
      ...needs.dependencies,
      ...needs.optionalDependencies,
      ...needs.peerDependencies,
    })) {
      const place = resolve(packages, from, need);
      // Optional packages of the lock file may be missing.
      if (place === undefined || kept.has(place)) continue;
      const { dev: _dev, devOptional, ...entry } = packages[place];
      kept.set(place, { ...entry, ...(devOptional && { optional: true }) });
      waiting.push([place, entry]);
    }
  }
  const own = { name, version, license, bin, engines, dependencies, optionalDependencies };
  const all = { '': own, ...Object.fromEntries([...kept].sort()) };
  const file = { name, version, lockfileVersion: 3, requires: true, packages: all };
  await writeFile(path, `${JSON.stringify(file, null, 1)}\n`);
}
