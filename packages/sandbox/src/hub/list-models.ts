import type { Exchange } from '../server/exchange.ts';
import { sendJson } from '../server/respond.ts';
import { listedRows } from './expand.ts';

/** `GET /api/models`: one page of the listing, with the address of the next one in `Link` (RFC 8288). */
export function listModels({ url, response, sandbox }: Exchange): void {
  const { rows, cursor } = sandbox.listing.page(url.searchParams);
  const body = listedRows(rows, url.searchParams);
  if (cursor === undefined) {
    sendJson(response, body);
    return;
  }
  const next = new URL(url.pathname, sandbox.hubUrl);
  next.search = url.search;
  next.searchParams.set('cursor', cursor);
  sendJson(response, body, 200, { Link: `<${next.href}>; rel="next"` });
}
