import { count } from '../format/index.ts';
import { HUB_URL } from '../http/index.ts';
import { type ListedModel, isModelId, modelPath } from '../hub/index.ts';
import type { SessionState } from '../session/index.ts';
import { plainModelId } from '../spec/index.ts';
import { nameSearch } from './name-search.ts';

/**
 * The models that a picker lists: those available now if its filter is on and there are any, or all. The default model
 * comes first, unless the Hub searched for something.
 * @param userDefault the model that runs if none is chosen, instead of the Hub's
 */
export function listedModels(
  {
    models: { status, models: all, further = [], search, defaultModel },
    availableOnly,
  }: Pick<SessionState, 'models' | 'availableOnly'>,
  userDefault = defaultModel,
) {
  const isAvailable = ({ providers }: ListedModel) => providers.length > 0;
  const running = [...all, ...further].filter(isAvailable);
  const isFiltered = availableOnly && (running.length > 0 || status === 'loading');
  const hidden = isFiltered ? all.filter((model) => !isAvailable(model)) : [];
  const hiddenNames = nameSearch(hidden.map(({ name }) => name));
  const none = status === 'loaded' && all.length > 0 && running.length === 0;
  /** The number of hidden models that match a typed text. */
  const countHidden = (typed: string) => hiddenNames.find(typed)?.length ?? hidden.length;
  const marked = (isFiltered ? running : all).map((model) =>
    model.name === plainModelId(userDefault ?? '') ? { ...model, isDefault: true } : model,
  );
  const withDefaultFirst = marked.toSorted(
    (one, other) => Number(other.isDefault ?? false) - Number(one.isDefault ?? false),
  );
  return {
    models: search === undefined ? withDefaultFirst : marked,
    countHidden,
    /** What the list lacks of the models that match a typed text; may be empty. */
    getNote(typed: string): string {
      if (none) return 'none is available right now';
      const missing = countHidden(typed);
      return missing === 0 ? '' : `${count(missing)} unavailable hidden`;
    },
  };
}

/** Other hosts of the Hub. */
const HUB_HOSTS = [new URL(HUB_URL).host, `www.${new URL(HUB_URL).host}`, 'hf.co'];

/** Paths that look like those of models. */
const noOrganization = /^(?:api|blog|collections|datasets|docs|models|papers|spaces)$/;

export function getModelUrl(hubUrl: string, id: string): string {
  return `${hubUrl}/${modelPath(id)}`;
}

/** The model ID in the URL of its page on this hub, with or without `https://`. Any other text is returned as it is. */
export function findOwnModelId(hubUrl: string, text: string): string {
  return findModelIdInUrl(hubUrl, text, hubUrl === HUB_URL ? HUB_HOSTS : []);
}

/**
 * The model ID in the URL of its page, with or without `https://`, including pages of the official Hub. Any other text
 * is returned unchanged.
 */
export function findModelIdInUrl(hubUrl: string, text: string, otherHosts = HUB_HOSTS): string {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return text;
  const { host, pathname } = new URL(address);
  const hub = new URL(`${hubUrl}/`);
  const isOwn = host === hub.host && pathname.startsWith(hub.pathname);
  if (!isOwn && !otherHosts.includes(host)) return text;
  const path = isOwn ? pathname.slice(hub.pathname.length) : pathname;
  const [first = '', second = ''] = path.split('/').filter((segment) => segment !== '');
  if (first === '' || noOrganization.test(first)) return text;
  return second === '' ? first : `${first}/${second}`;
}

/** The model ID in typed or pasted text, which may be a URL or in quotes; undefined if there is none. */
export function modelIdIn(hubUrl: string, typed: string): string | undefined {
  const id = findModelIdInUrl(hubUrl, bare(typed));
  return id.includes('/') && isModelId(id) ? id : undefined;
}

/** The name in a URL, or the typed text. */
export function searchTerms(hubUrl: string, typed: string): string {
  const words = bare(typed);
  const name = findModelIdInUrl(hubUrl, words);
  return modelIdIn(hubUrl, typed) ?? (name === words ? typed.trim() : name);
}

/** Longer texts are no IDs. */
const MAX_TYPED = 1000;

/** Without quotes, brackets and spaces from code or tables. */
function bare(typed: string): string {
  return typed
    .slice(0, MAX_TYPED)
    .trim()
    .replace(/^["'`<(]+|["'`>),;]+$/g, '')
    .replace(/\s*\/\s*/g, '/')
    .trim();
}
