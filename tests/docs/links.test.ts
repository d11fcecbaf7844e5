import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);

const names = await readdir(fileURLToPath(new URL('docs/', root)));
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
];

/** The text of a page without its code blocks. */
async function textOf(url: URL): Promise<string> {
  return (await readFile(url, 'utf8')).replace(/^```[\s\S]*?^```/gm, '');
}

/** Targets of links and images, in Markdown and HTML. */
function targetsIn(text: string): string[] {
  const found = text.matchAll(/\]\(([^()\s]+)\)|\b(?:src|srcset|href)="([^"]+)"/g);
  return [...found].map(([, markdown, html]) => markdown ?? html ?? '');
}

/** The anchors of a page's headings on GitHub. */
function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Words in code spans that look like paths; placeholders and glob patterns do not. */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return spans.flatMap((span) => span.split(/\s+/)).filter((word) => /^[\w./-]+$/.test(word));
}

const isFromRoot = (path: string) => /^(?:bin|docs|packages|scripts|tests)\//.test(path);
const isSource = (path: string) => /\.(?:tsx?|mjs|mts)$/.test(path);

const folders = ['packages', 'scripts', 'tests'].map((name) => fileURLToPath(new URL(name, root)));
const listed = await Promise.all([
  readdir(fileURLToPath(root)),
  ...folders.map((folder) => readdir(folder, { recursive: true })),
]);
const sources = listed
  .flat()
  .map((path) => `/${path.replaceAll('\\', '/')}`)
  .filter((path) => isSource(path) && !/\/(?:dist|node_modules)\//.test(path));

describe.each(pages)('%s', (page) => {
  const url = new URL(page, root);

  test('has links that resolve', async () => {
    const text = await textOf(url);
    const broken: string[] = [];
    for (const target of targetsIn(text)) {
      if (/^(?:https?|mailto):/.test(target)) continue;
      const found = new URL(target, url);
      const anchor = found.hash.slice(1);
      found.hash = '';
      const linked = await readFile(found, 'utf8').catch(() => undefined);
      const exists = linked !== undefined && (anchor === '' || anchorsIn(linked).includes(anchor));
      if (!exists) broken.push(target);
    }
    expect(broken).toEqual([]);
  });

  test('mentions only paths that exist', async () => {
    const paths = pathsIn(await textOf(url));
    const missing: string[] = [];
    for (const path of paths.filter((each) => isFromRoot(each) && !/\/dist\b/.test(each))) {
      const exists = await access(join(fileURLToPath(root), path)).then(
        () => true,
        () => false,
      );
      if (!exists) missing.push(path);
    }
    // Other paths are relative to a folder that the text names.
    const others = paths.filter((each) => isSource(each) && !isFromRoot(each));
    missing.push(...others.filter((path) => !sources.some((source) => source.endsWith(`/${path}`))));
    expect(missing).toEqual([]);
  });
});
