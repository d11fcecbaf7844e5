import { count } from '../format/index.ts';
import type { ListedModel } from '../hub/index.ts';
import type { SessionState } from '../session/index.ts';
import { nameSearch } from './name-search.ts';

/**
 * The models that a picker lists: those available now if its filter is on and there are any, or all.
 * @param defaultModel the model that runs if none is chosen
 */
export function listedModels(
  {
    models: { status, models: all, further = [] },
    availableOnly,
  }: Pick<SessionState, 'models' | 'availableOnly'>,
  defaultModel?: string,
) {
  const isAvailable = ({ providers }: ListedModel) => providers.length > 0;
  const running = [...all, ...further].filter(isAvailable);
  const isFiltered = availableOnly && (running.length > 0 || status === 'loading');
  const hidden = isFiltered ? all.filter((model) => !isAvailable(model)) : [];
  const hiddenNames = nameSearch(hidden.map(({ name }) => name));
  const none = status === 'loaded' && all.length > 0 && running.length === 0;
  /** The number of hidden models that match a typed text. */
  const countHidden = (typed: string) => hiddenNames.find(typed)?.length ?? hidden.length;
  return {
    models: (isFiltered ? running : all).map((model) =>
      model.name === defaultModel ? { ...model, isDefault: true } : model,
    ),
    countHidden,
    /** What the list lacks of the models that match a typed text; may be empty. */
    getNote(typed: string): string {
      if (none) return 'none is available right now';
      const missing = countHidden(typed);
      return missing === 0 ? '' : `${count(missing)} unavailable hidden`;
    },
  };
}
