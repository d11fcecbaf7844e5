import { findDataset, identify, isModelId, isRepositoryPath, type Connection } from '@tryout/engine';
import { UsageError } from '../context/errors.ts';

/** A file of a dataset, or its folder. */
export interface DatasetPath {
  readonly dataset: string;
  /** Empty for the dataset itself. */
  readonly path: string;
}

/** Parses the value of `--into`. @throws UsageError */
export function parseInto(text: string): DatasetPath {
  const [organization = '', name = '', ...parts] = text.split('/');
  const dataset = `${organization}/${name}`;
  const path = parts.join('/');
  const isPath = parts.length === 0 || isRepositoryPath(path);
  if (name !== '' && isModelId(dataset) && isPath) return { dataset, path };
  throw new UsageError(`Invalid --into '${text}'`, { hint: 'Use ORG/DATASET, or ORG/DATASET/FILE.jsonl.' });
}

/** A dataset, whether it exists, and who can see it. @throws HubApiError, and what `send` throws */
export async function describeReaders(
  connection: Connection,
  dataset: string,
  signal: AbortSignal,
): Promise<string> {
  const existing = await findDataset(connection, dataset, signal);
  const [owner = ''] = dataset.split('/');
  const isOwn = (await identify(connection, signal)).name === owner;
  const readers =
    existing && !existing.isPrivate ? 'anyone' : isOwn ? 'only you' : `only members of ${owner}`;
  return `${dataset}, ${existing ? 'which exists' : 'a new private dataset'}; ${readers} can see it`;
}
