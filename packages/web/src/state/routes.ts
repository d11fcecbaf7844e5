import { attempt, isModelId } from '@tryout/engine';
import { readValue, writeValue } from './stored/values.ts';

/** Path of the sign-in screen (specification, section 2). */
export const SIGN_IN = '/sign-in';
/** Path of the picker without a task. */
export const HOME = '/';

/** IDs of the fields in the header, which other features focus. */
export const TASK_FIELD = 'task';
export const MODEL_FIELD = 'model';

/** The task and model in a path of the picker. */
export interface PickerParams {
  readonly task?: string;
  readonly model?: string;
  /** The part of the path that is not a valid model ID. */
  readonly invalidModel?: string;
}

/**
 * Parses `/`, `/{task}`, `/{task}/{org}/{model}`, and `/{task}/{model}` for the Hub's few IDs without an organization
 * (specification, section 2). Returns undefined for other paths.
 */
export function parsePickerPath(path: string): PickerParams | undefined {
  const segments = path.split('/').filter((segment) => segment !== '');
  const [task, ...rest] = segments.map((segment) => attempt(() => decodeURIComponent(segment)) ?? segment);
  if (rest.length === 0) return { task };
  if (rest.length > 2) return undefined;
  const model = rest.join('/');
  return isModelId(model) ? { task, model } : { task, invalidModel: model };
}

export function toPath({ task, model }: PickerParams): string {
  if (task === undefined) return HOME;
  const segments = [task, ...(model?.split('/') ?? [])];
  return `/${segments.map(encodeURIComponent).join('/')}`;
}

/** Whether the query of a route has a run. */
export function hasRun(search: string): boolean {
  return new URLSearchParams(search).has('run');
}

/** Keeps a link with a run while the user signs in, including through the hub. Without storage, the form stays empty. */
export function storeRunLink(link: string): void {
  attempt(() => writeValue('runLink', link));
}

/** The link that was kept for a path. It is returned once. */
export function consumeRunLink(path: string): string | undefined {
  const link = readValue('runLink');
  if (!link?.startsWith(`${path}?`)) return undefined;
  writeValue('runLink', undefined);
  return link;
}
