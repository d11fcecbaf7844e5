import { InputError } from '../errors/index.ts';
import { visibleLine } from '../text/index.ts';

const segment = /^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?$/;
const MAX_LENGTH = 200;

/** Whether a text can be a repository ID: `org/name`, or `name` for the few IDs without an organization. */
export function isModelId(id: string): boolean {
  const segments = id.split('/');
  return (
    id.length <= MAX_LENGTH &&
    segments.length <= 2 &&
    segments.every((part) => segment.test(part) && !part.includes('..'))
  );
}

/** A model ID as part of a path, encoded by segment (F47). @throws InputError */
export function modelPath(id: string): string {
  if (!isModelId(id)) {
    throw new InputError(`'${visibleLine(id)}' is not a model id`, {
      hint: 'A model id looks like organization/name.',
    });
  }
  return id.split('/').map(encodeURIComponent).join('/');
}
