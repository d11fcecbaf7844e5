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

/** A page without the examples in its code blocks. */
async function textOf(url: URL): Promise<string> {
  return (await readFile(url, 'utf8')).replace(/^```[\s\S]*?^```/gm, '');
}

/** Targets of links and pictures, in Markdown and in HTML. */
function targetsIn(text: string): string[] {
  const found = text.matchAll(/\]\(([^()\s]+)\)|\b(?:src|srcset|href)="([^"]+)"/g);
  return [...found].map(([, markdown, html]) => markdown ?? html ?? '');
}

/** The anchors that GitHub gives to headings. */
function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Paths from the root of the repository in code spans; placeholders and patterns are no paths. */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return spans
    .flatMap((span) => span.split(/\s+/))
    .filter((word) => /^(?:bin|docs|packages|scripts|tests)\/[\w./-]+$/.test(word) && !/\/dist\b/.test(word));
}

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
      const isThere = linked !== undefined && (anchor === '' || anchorsIn(linked).includes(anchor));
      if (!isThere) broken.push(target);
    }
    expect(broken).toEqual([]);
  });

  test('names paths that exist', async () => {
    const missing: string[] = [];
    for (const path of pathsIn(await textOf(url))) {
      const isThere = await access(join(fileURLToPath(root), path)).then(
        () => true,
        () => false,
      );
      if (!isThere) missing.push(path);
    }
    expect(missing).toEqual([]);
  });
});
