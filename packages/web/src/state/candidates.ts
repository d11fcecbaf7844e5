import { isModelId, MAX_CANDIDATES, plainModelId, type Candidate } from '@tryout/engine';
import { toPath } from './routes.ts';

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
