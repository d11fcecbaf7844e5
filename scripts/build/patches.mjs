// Applies reviewed patches to libraries while they are bundled. What is installed stays as it is.
import { readFile } from 'node:fs/promises';

const modules = new URL('../../node_modules/', import.meta.url);

/**
 * A plugin that applies `patches/NAME-VERSION.patch`, a unified diff.
 * @throws Error for another version of the package, and for a part of the patch that does not fit or is not bundled
 */
export async function patched(name, version) {
  const manifest = JSON.parse(await readFile(new URL(`${name}/package.json`, modules), 'utf8'));
  const file = `patches/${name}-${version}.patch`;
  if (manifest.version !== version)
    throw new Error(`scripts/build/${file} is not for ${name} ${manifest.version}`);
  const hunksByPath = parsePatch(await readFile(new URL(file, import.meta.url), 'utf8'));
  const isApplied = new Set();
  return {
    name: `patched-${name}`,
    transform(code, id) {
      const [, path] = id.replaceAll('\\', '/').split(`/node_modules/${name}/`);
      const hunks = hunksByPath.get(path);
      if (!hunks) return undefined;
      isApplied.add(path);
      return { code: applyHunks(code, hunks, `${name}/${path}`), map: null };
    },
    buildEnd(error) {
      const missing = [...hunksByPath.keys()].filter((path) => !isApplied.has(path));
      if (!error && missing.length > 0) throw new Error(`Not bundled, so not patched: ${missing.join(', ')}`);
    },
  };
}

/** The hunks of each file: the line where each starts, its old and its new lines. */
function parsePatch(text) {
  const [, ...files] = text.split(/^--- a\//m);
  return new Map(
    files.map((file) => {
      const [path] = file.split('\n', 1);
      const [, ...parts] = file.split(/^@@ -(\d+)(?:,\d+)? .*\n/m);
      const hunks = [];
      for (let at = 0; at < parts.length; at += 2) {
        const lines = parts[at + 1].split('\n').slice(0, -1);
        const linesWith = (signs) =>
          lines.filter(([sign]) => signs.includes(sign)).map((line) => line.slice(1));
        hunks.push({ start: Number(parts[at]) - 1, before: linesWith(' -'), after: linesWith(' +') });
      }
      return [path, hunks];
    }),
  );
}

function applyHunks(code, hunks, name) {
  const lines = code.split('\n');
  // From the end, so that the numbers of the lines stay right.
  for (const { start, before, after } of hunks.toReversed()) {
    const found = lines.splice(start, before.length, ...after);
    if (found.join('\n') !== before.join('\n'))
      throw new Error(`The patch does not fit ${name} at line ${start + 1}`);
  }
  return lines.join('\n');
}
