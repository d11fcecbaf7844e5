import { commit, createRepo, datasetInfo, listFiles, type CommitOperation } from '@huggingface/hub';
import { HubApiError, RedirectError, InputError } from '../errors/index.ts';
import {
  defaultDeadlines,
  guardedFetch,
  mayFetchFrom,
  withTotalDeadline,
  type Connection,
  type GuardedFetchOptions,
  type HttpResponse,
  send,
} from '../http/index.ts';
import { visibleLine } from '../text/index.ts';
import { modelPath, hubApiError } from './hub-api.ts';

/** The library requires one; `send` adds the real one. */
const TOKEN_PLACEHOLDER = 'hf_placeholder';

/** What functions of @huggingface/hub need to send requests by the rules of `send`. */
export function hubLibrary(
  connection: Connection,
  signal?: AbortSignal,
  options: GuardedFetchOptions = {},
): { hubUrl: string; accessToken: string; fetch: typeof fetch } {
  const { hubUrl } = connection;
  const isElsewhere = (url: string) => new URL(url).origin !== new URL(hubUrl).origin;
  const guarded = guardedFetch(
    withTotalDeadline(connection),
    { signal },
    { isPublic: isElsewhere, failureOf: (response) => hubApiError(response, connection), ...options },
  );
  return {
    hubUrl,
    accessToken: TOKEN_PLACEHOLDER,
    fetch(input, init) {
      const url = String(input instanceof Request ? input.url : input);
      // The hub names the address of large files, and of the next page.
      if (!mayFetchFrom(new URL(url), new URL(hubUrl)))
        throw new RedirectError(`The hub named an address that is not secure: ${new URL(url).host}`, { url });
      return guarded(url, init);
    },
  };
}

const repositoryOf = (id: string) => ({ type: 'dataset', name: modelPath(id) }) as const;

/** What happens to an unknown repository, or a path in it. @throws all but a 404 */
async function unlessMissing<Result>(result: Promise<Result>): Promise<Result | undefined> {
  return result.catch((error: unknown) => {
    if (error instanceof HubApiError && error.status === 404) return undefined;
    throw error;
  });
}

/** A dataset of the hub; undefined if there is none that you can see. @throws HubApiError, and what `send` throws */
export async function findDataset(
  connection: Connection,
  id: string,
  signal?: AbortSignal,
): Promise<{ readonly isPrivate: boolean } | undefined> {
  const info = await unlessMissing(
    datasetInfo({ ...hubLibrary(connection, signal), name: modelPath(id), revision: 'main' }),
  );
  return info && { isPrivate: info.private };
}

/** Creates a private dataset, unless it exists. @throws HubApiError, and what `send` throws */
export async function createDataset(connection: Connection, id: string, signal?: AbortSignal): Promise<void> {
  // Tokens may be allowed to write to one dataset only.
  if (await findDataset(connection, id, signal)) return;
  const repo = repositoryOf(id);
  await createRepo({ ...hubLibrary(connection, signal), repo, visibility: 'private' }).catch(
    (error: unknown) => {
      if (!(error instanceof HubApiError && error.status === 409)) throw error;
    },
  );
}

/** More files are none of ours. */
const MAX_FILES = 100_000;

interface ListedFile {
  readonly size: number;
  /** Of large files. */
  readonly sha256: string | undefined;
}

/** The files below a folder, by path. @throws HubApiError, and what `send` throws */
export async function listDatasetFiles(
  connection: Connection,
  id: string,
  folder: string,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, ListedFile>> {
  const files = new Map<string, ListedFile>();
  const list = async () => {
    const options = { repo: repositoryOf(id), path: folder, recursive: true };
    for await (const { type, path, size, lfs } of listFiles({
      ...hubLibrary(connection, signal),
      ...options,
    })) {
      if (type === 'file' && typeof path === 'string') files.set(path, { size, sha256: lfs?.oid });
      if (files.size > MAX_FILES) break;
    }
  };
  await unlessMissing(list());
  return files;
}

export interface DatasetFile {
  readonly path: string;
  readonly content: Blob;
}

/** Seconds; the idle deadline ends transfers that stall. */
const MAX_TRANSFER = 24 * 60 * 60;

/** The connection for transfers that share a deadline: a long one, unless the user has set it (`--timeout`). */
export function withTransferDeadline(connection: Connection): Connection & { readonly finishBy: number } {
  const total = connection.deadlines === defaultDeadlines ? MAX_TRANSFER : connection.deadlines.total;
  const { finishBy = Date.now() + total * 1000 } = connection;
  return { ...connection, deadlines: { ...connection.deadlines, total }, finishBy };
}

/** Files and bytes of a commit; small files are part of its request. */
const MAX_COMMIT_FILES = 500;
const MAX_COMMIT_BYTES = 64 * 1024 * 1024;

/**
 * Adds and removes files.
 * @returns the commit, the last one of many files
 * @throws HubApiError, and what `send` throws
 */
export async function commitFiles(
  connection: Connection,
  id: string,
  title: string,
  { add = [], remove = [] }: { add?: readonly DatasetFile[]; remove?: readonly string[] },
  signal?: AbortSignal,
): Promise<string> {
  let last = '';
  let operations: CommitOperation[] = remove.map((path) => ({ operation: 'delete', path }));
  const flush = async () => {
    const library = hubLibrary(withTransferDeadline(connection), signal);
    const result = await commit({ ...library, repo: repositoryOf(id), title, operations, useXet: false });
    last = result?.commit.oid ?? '';
    operations = [];
  };
  let bytes = 0;
  for (const { path, content } of add) {
    bytes += content.size;
    if (operations.length >= MAX_COMMIT_FILES || bytes > MAX_COMMIT_BYTES) {
      if (operations.length > 0) await flush();
      bytes = content.size;
    }
    operations.push({ operation: 'addOrUpdate', path, content });
  }
  if (operations.length > 0) await flush();
  return last;
}

/** A file of a dataset; undefined if there is none. @throws HubApiError, and what `send` throws */
export async function openDatasetFile(
  connection: Connection,
  id: string,
  path: string,
  signal?: AbortSignal,
): Promise<HttpResponse | undefined> {
  const url = getDatasetFileUrl(connection, id, path);
  return unlessMissing(getHubFile(withTransferDeadline(connection), url, signal));
}

/** Whether a path stays in its repository. */
export function isRepositoryPath(path: string): boolean {
  return path.split('/').every((part) => !['', '.', '..'].includes(part) && !part.includes('\\'));
}

/** @throws InputError for a path that leaves the dataset */
export function getDatasetFileUrl({ hubUrl }: Connection, id: string, path: string): string {
  if (!isRepositoryPath(path)) throw new InputError(`'${visibleLine(path)}' is not a path in a dataset`);
  const route = path.split('/').map(encodeURIComponent).join('/');
  return `${hubUrl}/datasets/${modelPath(id)}/resolve/main/${route}`;
}

/** GET of a file of the hub, with the token, which is not sent on to other hosts. @throws HubApiError, and what `send` throws */
export async function getHubFile(
  connection: Connection,
  url: string,
  signal?: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> {
  const response = await send(connection, { method: 'GET', url, headers, isHubFile: true }, { signal });
  if (!response.isOk) throw await hubApiError(response, connection);
  return response;
}
