import { readFile, rm, writeFile } from 'node:fs/promises';

/** The notices of bundled packages, next to the built files. */
export const NOTICES = 'THIRD-PARTY-NOTICES.md';

const HEAD = '# Third-party notices\n\nThese packages are part of the built program.\n';

const modules = new URL('../../node_modules/', import.meta.url);

/** The text of the license that a package without one names. @throws Error for others than MIT, which need a text here */
async function standardText(name, identifier) {
  if (identifier !== 'MIT') throw new Error(`${name} (${identifier}) has no license text`);
  const { author } = JSON.parse(await readFile(new URL(`${name}/package.json`, modules), 'utf8'));
  const holder = (author?.name ?? author)?.replace(/ *<.*/, '') ?? `the authors of ${name}`;
  const own = await readFile(new URL('../../LICENSE', import.meta.url), 'utf8');
  return `MIT License\n\nCopyright (c) ${holder}\n\n${own.slice(own.indexOf('Permission')).trim()}`;
}

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
    const terms = license || (await standardText(name, identifier));
    text += [`\n## ${title} (${identifier})\n`, terms, notice].filter(Boolean).join('\n');
    text += '\n';
  }
  await writeFile(folder + NOTICES, text);
}
