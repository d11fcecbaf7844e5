import { lookUpListedModel, type ListedModel } from '@tryout/engine';
import { useLoaded } from '../../lib/hooks.ts';
import { useSession } from '../../state/app-context.ts';

/** The chosen model as it is listed, or looked up if it is not. */
export function useModelInfo(id: string | undefined, models: readonly ListedModel[]) {
  const session = useSession();
  const listedModel = models.find(({ name }) => name === id);
  const isMissing = id !== undefined && !listedModel;
  const { value, error, retry } = useLoaded(isMissing ? id : undefined, (name, signal) =>
    lookUpListedModel(session.connection(), name, signal),
  );
  return { model: listedModel ?? value, error, retry };
}
