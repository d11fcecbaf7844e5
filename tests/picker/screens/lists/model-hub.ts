import type { ServerResponse } from 'node:http';
import { sendJson, serve, type LoopbackServer } from '../../../support/loopback.ts';
import { openPicker } from '../../../support/open-picker.ts';
import type { TerminalOptions, TerminalSession } from '../../../support/pseudo-terminal.ts';

export interface ModelRow {
  readonly id: string;
  readonly downloads?: number;
  readonly likes?: number;
  readonly gated?: false | string;
  readonly private?: boolean;
  readonly lastModified?: string;
  /** The providers that run it; hf-inference by default. */
  readonly providers?: readonly string[];
}

export function listingRow({ providers = ['hf-inference'], ...row }: ModelRow): object {
  return { ...row, inferenceProviderMapping: providers.map((provider) => mapping(row.id, provider)) };
}

function mapping(id: string, provider: string): object {
  return { provider, providerId: id, status: 'live', task: 'text-classification' };
}

export type AnswerListing = (query: URLSearchParams, response: ServerResponse, address: string) => unknown;

/** A hub with one user and the given models; the first one is the default. */
export async function modelHub(
  listing: AnswerListing,
  models: readonly ModelRow[] = [],
  /** Delays model lookups. */
  held: Promise<void> = Promise.resolve(),
): Promise<LoopbackServer> {
  return serve(async ({ url: path, headers }, response) => {
    const url = new URL(path, `http://${headers.host}`);
    if (url.pathname === '/api/whoami-v2') return sendJson(response, { name: 'guest', orgs: [] });
    if (url.pathname === '/api/models') return listing(url.searchParams, response, url.href);
    if (url.pathname === '/api/tasks')
      return sendJson(response, { 'text-classification': { models: models.slice(0, 1) } });
    await held;
    const row = models.find(({ id }) => url.pathname === `/api/models/${id}`);
    if (row) return sendJson(response, { ...listingRow(row), pipeline_tag: 'text-classification', tags: [] });
    sendJson(response, { error: 'Repository not found' }, 404);
  });
}

/** Answers every listing request with the same rows. */
export const always =
  (rows: readonly ModelRow[]): AnswerListing =>
  (_query, response) =>
    sendJson(response, rows.map(listingRow));

/** The URL of the last listing that was requested. */
export function lastListing(hub: LoopbackServer): string | undefined {
  return hub.received.findLast(({ url }) => url.startsWith('/api/models?'))?.url;
}

export function pickerOn(hub: LoopbackServer, options: TerminalOptions = {}): TerminalSession {
  return openPicker(hub, [], options);
}

/** Opens the models of text classification. */
export async function modelsOn(hub: LoopbackServer, options: TerminalOptions = {}): Promise<TerminalSession> {
  const terminal = pickerOn(hub, options);
  await terminal.until(/❯ Audio/);
  terminal.type('text class');
  await terminal.until(/❯ Text Classif/);
  terminal.press('enter');
  await terminal.until(/Select a m/);
  return terminal;
}

export function chosenRow(screen: string): string | undefined {
  return /❯ (.*)/.exec(screen)?.[1]?.trimEnd();
}
