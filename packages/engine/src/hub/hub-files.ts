import { InputError } from '../errors/index.ts';
import { send, type Connection, type HttpResponse } from '../http/index.ts';
import { visibleLine } from '../text/index.ts';
import { modelPath } from './get-model.ts';
import { hubApiError } from './hub-api.ts';

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
