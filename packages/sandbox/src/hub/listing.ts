import type { ListingRow } from '../options.ts';
import { HttpError } from '../server/http-error.ts';
import { readLimit, readListingQuery } from './listing-query.ts';
import { selectRows } from './select-rows.ts';

/** One page of the listing; `cursor` leads to the next one where there is one. */
export interface ListingPage {
  rows: ListingRow[];
  cursor?: string;
}

export interface Listing {
  /** @throws HttpError 400 for parameters or a cursor that the hub does not understand. */
  page(parameters: URLSearchParams): ListingPage;
}

const keptSelections = 4;

function readCursor(text: string | null): number {
  if (text === null) return 0;
  const match = /^from:(\d+)$/.exec(Buffer.from(text, 'base64url').toString());
  if (match === null) throw new HttpError(400, 'The cursor is not one that this hub gave.');
  return Number(match[1]);
}

function writeCursor(offset: number): string {
  return Buffer.from(`from:${offset}`).toString('base64url');
}

/** What tells one selection from another: every parameter but those that change from page to page. */
function selectionKey(parameters: URLSearchParams): string {
  const rest = new URLSearchParams(parameters);
  for (const name of ['cursor', 'limit', 'expand', 'expand[]']) rest.delete(name);
  return rest.toString();
}

/**
 * Filters, orders and pages rows. The last few selections are kept, so that the pages of one walk fit together
 * although downloads change meanwhile, and a long listing is sorted once.
 */
export function createListing(rows: readonly ListingRow[]): Listing {
  const selections = new Map<string, ListingRow[]>();

  function selection(parameters: URLSearchParams, fresh: boolean): ListingRow[] {
    const key = selectionKey(parameters);
    const known = fresh ? undefined : selections.get(key);
    const selected = known ?? selectRows(rows, readListingQuery(parameters));
    selections.delete(key);
    selections.set(key, selected);
    for (const oldest of selections.keys()) {
      if (selections.size <= keptSelections) break;
      selections.delete(oldest);
    }
    return selected;
  }

  return {
    page(parameters) {
      const limit = readLimit(parameters);
      const from = readCursor(parameters.get('cursor'));
      const selected = selection(parameters, from === 0);
      const to = from + limit;
      return {
        rows: selected.slice(from, to),
        ...(to < selected.length ? { cursor: writeCursor(to) } : {}),
      };
    },
  };
}
