import { attempt, isModelId, MAX_CANDIDATES, plainModelId, type Candidate } from '@tryout/engine';
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

/** The models that are compared: `?compare=org/a,org/b:groq`, up to a limit; undefined if none are. */
export function parseCandidates(search: string): readonly Candidate[] | undefined {
  const names = new URLSearchParams(search).get('compare')?.split(',', MAX_CANDIDATES);
  return names?.filter((name) => isModelId(plainModelId(name))).map(parseCandidate);
}

/** A model with a provider: `org/b:groq`. */
export function parseCandidate(name: string): Candidate {
  const [model = '', provider] = name.split(':', 2);
  return provider && /^[\w-]{1,50}$/.test(provider) ? { model, provider } : { model };
}

/** The path of a comparison, of which the first model is in the path itself. */
export function toComparisonPath(task: string, candidates: readonly Candidate[]): string {
  const names = candidates.map(({ model, provider }) => (provider ? `${model}:${provider}` : model));
  return `${toPath({ task, model: plainModelId(names[0] ?? '') })}?compare=${names.join(',')}`;
}

/** The route of a batch: that of the models that are compared, with the batch's ID. @param id empty for a new one; undefined leaves batches */
export function toBatchPath(route: string, id: string | undefined): string {
  const [path, query] = route.split('?');
  const parameters = new URLSearchParams(query);
  if (id === undefined) parameters.delete('batch');
  else parameters.set('batch', id);
  // Commas separate models.
  const text = String(parameters).replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%3A', ':');
  return text === '' ? path! : `${path}?${text}`;
}
