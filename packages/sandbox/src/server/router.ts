import type { Handler } from './exchange.ts';
import { HttpError } from './http-error.ts';

/** One address of the sandbox: a method, a pattern of the whole path with named groups, and what answers it. */
export interface Route {
  method: 'GET' | 'POST';
  path: RegExp;
  handler: Handler;
}

/** A handler with the named parts of the path that led to it. */
export interface RouteMatch {
  handler: Handler;
  parts: Record<string, string>;
}

function decodeParts(groups: Record<string, string | undefined>): Record<string, string> {
  try {
    const parts = Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value ?? '')]);
    return Object.fromEntries(parts) as Record<string, string>;
  } catch {
    throw new HttpError(400, 'The path is not encoded correctly.');
  }
}

/**
 * Finds the first route for a request; HEAD is answered as GET.
 * @throws HttpError 404 for an unknown path, 405 for one that takes another method, 400 for a path that cannot be decoded.
 */
export function matchRoute(routes: readonly Route[], method: string, path: string): RouteMatch {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const allowed: string[] = [];
  for (const route of routes) {
    const match = route.path.exec(path);
    if (match === null) continue;
    if (route.method === wanted) return { handler: route.handler, parts: decodeParts(match.groups ?? {}) };
    allowed.push(route.method);
  }
  if (allowed.length > 0) throw new HttpError(405, 'Method Not Allowed', { Allow: allowed.join(', ') });
  throw new HttpError(404, "Sorry, we can't find the page you are looking for.");
}
