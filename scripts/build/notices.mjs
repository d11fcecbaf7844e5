import { readFile, rm, writeFile } from 'node:fs/promises';

/** The notices of bundled packages, next to the built files. */
export const NOTICES = 'THIRD-PARTY-NOTICES.md';

const HEAD = '# Third-party notices\n\nThese packages are part of the built program.\n';

const modules = new URL('../../node_modules/', import.meta.url);

/** Combines the lists of several builds (Vite's `build.license`). @param files their paths; removed */
export async function writeNotices(folder, files) {
  const packages = new Map();
  for (const file of files) {
    for (const entry of JSON.parse(await readFile(file, 'utf8')))
      packages.set(`${entry.name} ${entry.version}`, entry);
    await rm(file);
  }
  let text = HEAD;
  for (const [title, { name, identifier, text: license }] of [...packages].sort()) {
    // The Apache License requires its notices.
    const notice = await readFile(new URL(`${name}/NOTICE`, modules), 'utf8').catch(() => undefined);
    text += [`\n## ${title} (${identifier})\n`, license, notice].filter(Boolean).join('\n');
    text += '\n';
  }
  await writeFile(folder + NOTICES, text);
}
