import type { ListingRow } from '@tryout/sandbox';
import { manyRows, providerSummary, row, TASK } from '../../e2e/web/picker/model-rows.ts';
import { openScreen, type OpenScreen } from '../support/screen.tsx';
import { json, serve, type Rules, type TestServer } from '../support/server.ts';

export { manyRows, providerSummary, row, TASK };

/** Rows of a page, as the app asks for them. */
const PAGE = 500;

/** A page of a listing with a link to the next one. */
export const pageOf = (rows: readonly unknown[], next: number | undefined) =>
  json(
    rows,
    next === undefined
      ? {}
      : { headers: { Link: `</api/models?pipeline_tag=${TASK}&cursor=${next}>; rel="next"` } },
  );

/** A hub with the rows for {@link TASK}, which knows every model. */
export function hubOf(rows: readonly ListingRow[]): Rules {
  const sorted = rows.toSorted((a, b) => (b.downloads ?? 0) - (a.downloads ?? 0));
  const pages = Array.from({ length: Math.max(1, Math.ceil(rows.length / PAGE)) }, (_, index) =>
    pageOf(
      sorted.slice(index * PAGE, (index + 1) * PAGE),
      (index + 1) * PAGE < rows.length ? index + 1 : undefined,
    ),
  );
  const available = sorted.filter(
    ({ inferenceProviderMapping: mapping = [] }) => Object.keys(mapping).length > 0,
  );
  return {
    // Those available are also listed on their own if there are many.
    '^/api/models\\?.*inference_provider=': json(available),
    ...Object.fromEntries(
      pages.slice(1).map((page, index) => [`^/api/models\\?.*cursor=${index + 1}\\b`, page]),
    ),
    '^/api/models\\?': pages[0]!,
    '^/api/models/([\\w.-]+/[\\w.-]+)': json({ id: '$1', pipeline_tag: TASK, downloads: 3, likes: 7 }),
    '^/api/tasks': json({ [TASK]: { models: sorted.slice(0, 1) } }),
  };
}

export interface OpenHub extends OpenScreen {
  readonly hub: TestServer;
}

/** Opens the screen of {@link TASK}, or of another path, on a hub. */
export async function openHub(rules: Rules, path = `/${TASK}`): Promise<OpenHub> {
  const hub = await serve(rules);
  return { ...openScreen(path, { hubUrl: hub.url }), hub };
}
