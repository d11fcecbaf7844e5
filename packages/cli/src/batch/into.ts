import { isModelId } from '@tryout/engine';
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
  const isPath = parts.every((part) => part !== '' && !/^\.{1,2}$|\\/.test(part));
  if (name !== '' && isModelId(dataset) && isPath) return { dataset, path: parts.join('/') };
  throw new UsageError(`Invalid --into '${text}'`, { hint: 'Use ORG/DATASET, or ORG/DATASET/FILE.jsonl.' });
}
