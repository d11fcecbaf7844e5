import type { ServerResponse } from 'node:http';
import { sendJson, serve, type LoopbackServer } from '../../support/loopback.ts';
import { openPicker } from '../../support/open-picker.ts';
import type { TerminalOptions, TerminalSession } from '../../support/pseudo-terminal.ts';

/** A row of a listing, as the Hub sends it. */
export interface ModelRow {
  readonly id: string;
  readonly downloads?: number;
  readonly likes?: number;
  readonly gated?: false | string;
  readonly private?: boolean;
  readonly lastModified?: string;
  /** Who serves it now. */
  readonly by?: readonly string[];
}

export function listingRow({ by = ['hf-inference'], ...row }: ModelRow): object {
  return { ...row, inferenceProviderMapping: by.map((provider) => mapping(row.id, provider)) };
}

function mapping(id: string, provider: string): object {
  return { provider, providerId: id, status: 'live', task: 'text-classification' };
}

/** Answers a listing; the query tells which one. */
export type AnswerListing = (query: URLSearchParams, response: ServerResponse, address: string) => unknown;

/** A hub with one person and the models that each test gives. */
export async function modelHub(
  listing: AnswerListing,
  models: readonly ModelRow[] = [],
  /** What the look-up of a model waits for. */
  held: Promise<void> = Promise.resolve(),
): Promise<LoopbackServer> {
  return serve(async ({ url: path, headers }, response) => {
    const url = new URL(path, `http://${headers.host}`);
    if (url.pathname === '/api/whoami-v2') return sendJson(response, { name: 'guest', orgs: [] });
    if (url.pathname === '/api/models') return listing(url.searchParams, response, url.href);
    await held;
    const row = models.find(({ id }) => url.pathname === `/api/models/${id}`);
    if (row) return sendJson(response, { ...listingRow(row), pipeline_tag: 'text-classification', tags: [] });
    sendJson(response, { error: 'Repository not found' }, 404);
  });
}

/** Some rows, always. */
export const always =
  (rows: readonly ModelRow[]): AnswerListing =>
  (_query, response) =>
    sendJson(response, rows.map(listingRow));

/** The picker on a hub, signed in. */
export function pickerOn(hub: LoopbackServer, options: TerminalOptions = {}): TerminalSession {
  return openPicker(hub, [], options);
}

/** The picker on a hub, at the models of text classification. */
export async function modelsOn(hub: LoopbackServer, options: TerminalOptions = {}): Promise<TerminalSession> {
  const terminal = pickerOn(hub, options);
  await terminal.until(/❯ Audio/);
  terminal.type('text class');
  await terminal.until(/❯ Text Classif/);
  terminal.press('enter');
  await terminal.until(/Select a m/);
  return terminal;
}

/** The row that is chosen. */
export function chosenRow(screen: string): string | undefined {
  return /❯ (.*)/.exec(screen)?.[1]?.trimEnd();
}
