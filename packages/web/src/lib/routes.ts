import { isModelId } from '@tryout/engine';

/** The path of the sign-in screen (specification, section 2). */
export const SIGN_IN = '/sign-in';
/** The path of the picker before a task is chosen. */
export const HOME = '/';

/** Where in the picker an address leads. */
export interface Place {
  readonly task?: string;
  readonly model?: string;
  /** What the address has in place of a model's ID. */
  readonly wrongModel?: string;
}

/**
 * The place of a path: `/`, `/{task}`, `/{task}/{org}/{model}`, and `/{task}/{model}` for the Hub's few ids without an
 * organization (specification, section 2). Undefined for any other path.
 */
export function placeOf(path: string): Place | undefined {
  const segments = path.split('/').filter((segment) => segment !== '');
  const [task, ...rest] = segments.map(decoded);
  if (rest.length === 0) return task === undefined ? {} : { task };
  if (rest.length > 2) return undefined;
  const model = rest.join('/');
  return isModelId(model) ? { task, model } : { task, wrongModel: model };
}

/** The path of a place. */
export function pathOf({ task, model }: Place): string {
  if (task === undefined) return HOME;
  const segments = [task, ...(model === undefined ? [] : model.split('/'))];
  return `/${segments.map(encodeURIComponent).join('/')}`;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Id of the input that models are chosen in: other features lead the person there. */
export const MODEL_FIELD = 'model';
