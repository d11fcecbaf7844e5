import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { serve, type LoopbackServer } from '../loopback.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/**
 * Hands out the files of a folder below a path, as any host of files does: no header but the type, no rule for paths that
 * do not exist.
 * @param under begins and ends with a slash
 * @returns the server; its `page` is the folder's address
 */
export async function plainHost(
  folder: string,
  under = '/',
): Promise<LoopbackServer & { readonly page: string }> {
  const server = await serve(async ({ url }, response) => {
    const { pathname } = new URL(url, 'http://host');
    const name = pathname.startsWith(under) ? normalize(`/${pathname.slice(under.length)}`) : '/none';
    const file = name.endsWith('/') ? `${name}index.html` : name;
    const content = await readFile(join(folder, file)).catch(() => undefined);
    response.writeHead(content ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/plain' });
    response.end(content);
  });
  return { ...server, page: `${server.url}${under}` };
}
