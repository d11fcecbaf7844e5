import { createHash, randomBytes } from 'node:crypto';
import {
  createIdentifier,
  readJsonBody,
  setNewest,
  type Exchange,
  type Route,
} from '../exchange/exchange.ts';
import {
  createNotFoundError,
  HttpError,
  isRecord,
  readBody,
  requireToken,
  sendBytes,
  sendJson,
} from '../exchange/http.ts';
import type { Files, Repository } from './state.ts';

/** The names that the guest may write to. */
export const namespaces: readonly string[] = ['guest', 'sandbox'];

const MAX_REPOSITORIES = 1000;
const MAX_REVISIONS = 100;
const MAX_FILES = 100_000;
/** Of all objects. */
const MAX_BYTES = 2 * 1024 ** 3;
/** The Hub keeps larger files, and files that are no text, outside Git. */
const MAX_REGULAR = 10 * 1024 * 1024;
const PAGE = 1000;

const oidOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** @throws {HttpError} 401 without a token, 404 */
function requireRepository({ request, parts, sandbox }: Exchange): Repository {
  requireToken(request);
  const repository = sandbox.testing.repositories.byId.get(parts.dataset ?? '');
  if (repository) return repository;
  throw createNotFoundError('RepoNotFound', 'Repository not found');
}

/** The files of a revision. @throws {HttpError} 404 */
export function getFiles({ files, revisions }: Repository, revision = 'main'): Files {
  const found = ['main', 'HEAD'].includes(revision) ? files : revisions.get(revision);
  if (found) return found;
  throw createNotFoundError('RevisionNotFound', `Invalid rev id: ${revision}`);
}

/** `POST /api/repos/create` */
async function createRepository(exchange: Exchange): Promise<void> {
  requireToken(exchange.request);
  const { byId } = exchange.sandbox.testing.repositories;
  const { name, organization, type } = await readJsonBody(exchange);
  if (type !== 'dataset' || !/^\w[\w.-]*$/.test(String(name)))
    throw new HttpError(400, 'The sandbox only creates datasets.');
  if (!namespaces.includes(String(organization)))
    throw new HttpError(403, `You don't have the rights to create a dataset under "${String(organization)}"`);
  const id = `${String(organization)}/${String(name)}`;
  const url = `${exchange.sandbox.hubUrl}/datasets/${id}`;
  if (byId.has(id)) throw new HttpError(409, { error: 'You already created this dataset repo', url });
  const lastModified = new Date().toISOString();
  setNewest(byId, id, { id, files: new Map(), revisions: new Map(), lastModified }, MAX_REPOSITORIES);
  sendJson(exchange.response, { url, id, name: id });
}

/** `GET /api/datasets/{id}` */
function sendInfo(exchange: Exchange): void {
  const { id, lastModified } = requireRepository(exchange);
  const facts = { downloads: 0, likes: 0, gated: false, tags: [] };
  sendJson(exchange.response, { _id: createIdentifier(id), id, private: true, lastModified, ...facts });
}

/** The objects in a list of a request to a repository. */
async function readList(exchange: Exchange, name: string): Promise<Record<string, unknown>[]> {
  requireRepository(exchange);
  const list = (await readJsonBody(exchange))[name];
  return (Array.isArray(list) ? (list as unknown[]) : []).filter(isRecord);
}

/** `POST /api/datasets/{id}/preupload/{revision}`: how files are uploaded. */
async function preupload(exchange: Exchange): Promise<void> {
  const toMode = ({ size, sample }: Record<string, unknown>) =>
    Number(size) > MAX_REGULAR || Buffer.from(String(sample), 'base64').includes(0) ? 'lfs' : 'regular';
  const files = await readList(exchange, 'files');
  const modes = files.map((file) => ({ path: file['path'], uploadMode: toMode(file), shouldIgnore: false }));
  sendJson(exchange.response, { files: modes });
}

/** `POST /datasets/{id}.git/info/lfs/objects/batch`: where large files are uploaded. */
async function prepareObjects(exchange: Exchange): Promise<void> {
  const { sandbox } = exchange;
  const objects = await readList(exchange, 'objects');
  sendJson(exchange.response, {
    transfer: 'basic',
    objects: objects.map(({ oid, size }) => {
      const upload = { href: `${sandbox.hubUrl}/lfs/${encodeURIComponent(String(oid))}` };
      return {
        oid,
        size,
        ...(sandbox.testing.repositories.objects.has(String(oid)) ? {} : { actions: { upload } }),
      };
    }),
  });
}

/** `PUT /lfs/{oid}`: as a signed URL, so without a token; only its SHA-256 names the object. */
async function putObject({ request, response, parts, sandbox }: Exchange): Promise<void> {
  const { objects } = sandbox.testing.repositories;
  const bytes = await readBody(request, sandbox.bodyLimit);
  if (oidOf(bytes) !== parts.oid) throw new HttpError(400, 'The SHA-256 is another one.');
  const total = [...objects.values()].reduce((sum, { length }) => sum + length, bytes.length);
  if (total > MAX_BYTES) throw new HttpError(507, 'The sandbox is full; restart it.');
  objects.set(parts.oid, bytes);
  sendJson(response, {});
}

/** A path in a repository. @throws {HttpError} 400 */
function toPath(value: unknown): string {
  const path = String(value).slice(0, 1000);
  if (/^(?:(?!\.{1,2}(?:\/|$))[^/\\\0]+(?:\/(?!$)|$))+$/.test(path)) return path;
  throw new HttpError(400, `Invalid path: ${path.slice(0, 100)}`);
}

/** `POST /api/datasets/{id}/commit/{revision}`: a header and operations, one JSON value per line. */
async function commit(exchange: Exchange): Promise<void> {
  const repository = requireRepository(exchange);
  const { request, response, sandbox } = exchange;
  const lines = (await readBody(request, sandbox.bodyLimit)).toString().split('\n').filter(Boolean);
  const files = new Map(repository.files);
  for (const line of lines) {
    const { key, value } = JSON.parse(line) as { key: string; value: Record<string, unknown> };
    if (key === 'deletedFile') files.delete(toPath(value['path']));
    if (key === 'file')
      files.set(toPath(value['path']), Buffer.from(String(value['content']), value['encoding'] as 'base64'));
    if (key !== 'lfsFile') continue;
    const bytes = sandbox.testing.repositories.objects.get(String(value['oid']));
    if (!bytes) throw new HttpError(400, 'The file was not uploaded.');
    files.set(toPath(value['path']), bytes);
  }
  if (files.size > MAX_FILES) throw new HttpError(413, 'The dataset has too many files.');
  const commitOid = randomBytes(20).toString('hex');
  repository.files = files;
  repository.lastModified = new Date().toISOString();
  setNewest(repository.revisions, commitOid, files, MAX_REVISIONS);
  const commitUrl = `${sandbox.hubUrl}/datasets/${repository.id}/commit/${commitOid}`;
  sendJson(response, { success: true, commitOid, commitUrl, hookOutput: '' });
}

/** `GET /api/datasets/{id}/tree/{revision}/{folder}?recursive=true`: the files below a folder, in pages. */
function listTree(exchange: Exchange): void {
  const { parts, url, sandbox, response } = exchange;
  const prefix = parts.path ? `${parts.path}/` : '';
  const all = [...getFiles(requireRepository(exchange), parts.revision)].filter(([path]) =>
    path.startsWith(prefix),
  );
  if (prefix && all.length === 0) throw createNotFoundError('EntryNotFound', `${prefix} does not exist`);
  const from = Number(url.searchParams.get('cursor') ?? 0);
  const entries = all.slice(from, from + PAGE).map(([path, bytes]) => {
    const oid = oidOf(bytes);
    const lfs = bytes.includes(0) ? { lfs: { oid, size: bytes.length, pointerSize: 130 } } : {};
    return { type: 'file', oid: oid.slice(0, 40), size: bytes.length, path, ...lfs };
  });
  const next = new URL(url.pathname + url.search, sandbox.hubUrl);
  next.searchParams.set('cursor', String(from + PAGE));
  const hasMore = all.length > from + PAGE;
  sendJson(response, entries, 200, hasMore ? { Link: `<${next.href}>; rel="next"` } : {});
}

/** `GET /datasets/{id}/resolve/{revision}/{path}`: large files are on another host, which takes no token. */
function resolveFile(exchange: Exchange): void {
  const { response, parts, sandbox } = exchange;
  const bytes = getFiles(requireRepository(exchange), parts.revision).get(parts.path ?? '');
  if (!bytes) throw createNotFoundError('EntryNotFound', 'Entry not found');
  const oid = oidOf(bytes);
  if (!sandbox.testing.repositories.objects.has(oid)) return sendPart(exchange, bytes);
  response
    .writeHead(302, { Location: `${sandbox.hubUrl.replace('127.0.0.1', 'localhost')}/lfs/${oid}` })
    .end();
}

/** `GET /lfs/{oid}` */
function sendObject(exchange: Exchange): void {
  const { parts, sandbox, request } = exchange;
  const bytes = sandbox.testing.repositories.objects.get(parts.oid ?? '');
  if (request.headers.authorization !== undefined)
    throw new HttpError(400, 'Only one auth mechanism allowed');
  if (!bytes) throw createNotFoundError('EntryNotFound', 'Entry not found');
  sendPart(exchange, bytes);
}

/** All bytes, or those of the request's range. */
function sendPart({ request, response }: Exchange, bytes: Buffer): void {
  const type = 'application/octet-stream';
  const headers = { ETag: `"${oidOf(bytes)}"`, 'Accept-Ranges': 'bytes' };
  const [, start, end] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (!start && !end) return sendBytes(response, bytes, type, 200, headers);
  const from = start ? Number(start) : Math.max(0, bytes.length - Number(end));
  const part = bytes.subarray(from, start && end ? Number(end) + 1 : bytes.length);
  const range = `bytes ${from}-${from + part.length - 1}/${bytes.length}`;
  sendBytes(response, part, type, 206, { ...headers, 'Content-Range': range });
}

const dataset = '(?<dataset>[^/]+/[^/]+)';
const api = `^/api/datasets/${dataset}`;

/** Datasets that can be written. */
export const repositoryApiRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/api\/repos\/create$/, handler: createRepository },
  { method: 'GET', path: new RegExp(`${api}(?:/revision/[^/]+)?$`), handler: sendInfo },
  { method: 'POST', path: new RegExp(`${api}/preupload/[^/]+$`), handler: preupload },
  { method: 'POST', path: new RegExp(`${api}/commit/[^/]+$`), handler: commit },
  { method: 'GET', path: new RegExp(`${api}/tree/(?<revision>[^/]+)(?:/(?<path>.+))?$`), handler: listTree },
  {
    method: 'POST',
    path: new RegExp(`^/datasets/${dataset}\\.git/info/lfs/objects/batch$`),
    handler: prepareObjects,
  },
  {
    method: 'GET',
    path: new RegExp(`^/datasets/${dataset}/resolve/(?<revision>[^/]+)/(?<path>.+)$`),
    handler: resolveFile,
  },
  { method: 'PUT', path: /^\/lfs\/(?<oid>[0-9a-f]{64})$/, handler: putObject },
  { method: 'GET', path: /^\/lfs\/(?<oid>[0-9a-f]{64})$/, handler: sendObject },
];
