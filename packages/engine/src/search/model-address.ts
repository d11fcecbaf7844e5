import { HUB_URL } from '../http/index.ts';
import { isModelId, modelPath, type ListedModel } from '../hub/index.ts';

/** Where the Hub is reached, too. */
const HUB_HOSTS = [new URL(HUB_URL).host, `www.${new URL(HUB_URL).host}`, 'hf.co'];

/** What the Hub has beside models: their addresses look like those of models. */
const NO_ORGANIZATIONS = new Set([
  'api',
  'blog',
  'collections',
  'datasets',
  'docs',
  'models',
  'papers',
  'spaces',
]);

/** The address of a model's page. @param hubUrl without a slash at its end */
export function modelAddress(hubUrl: string, id: string): string {
  return `${hubUrl}/${modelPath(id)}`;
}

/**
 * The model's id in the address of its page, or of a file or a discussion of it, as people copy it: also without
 * `https://`, and of the Hub itself where another one is used. Any other text as it is.
 * @param hubUrl without a slash at its end
 */
export function idInPageAddress(hubUrl: string, text: string): string {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return text;
  const { host, pathname } = new URL(address);
  const hub = new URL(`${hubUrl}/`);
  const isOwn = host === hub.host && pathname.startsWith(hub.pathname);
  if (!isOwn && !HUB_HOSTS.includes(host)) return text;
  const path = isOwn ? pathname.slice(hub.pathname.length) : pathname;
  const [first = '', second = ''] = path.split('/').filter((segment) => segment !== '');
  if (first === '' || NO_ORGANIZATIONS.has(first)) return text;
  return second === '' ? first : `${first}/${second}`;
}

/**
 * The id of a model that was typed or pasted, also as the address of its page, in quotes or with spaces.
 * @param hubUrl without a slash at its end
 * @returns undefined where it is none
 */
export function modelIdIn(hubUrl: string, typed: string): string | undefined {
  const id = idInPageAddress(hubUrl, bare(typed));
  return id.includes('/') && isModelId(id) ? id : undefined;
}

/**
 * What to look for by name: the name in an address, else what was typed.
 * @param hubUrl without a slash at its end
 */
export function wordsToFind(hubUrl: string, typed: string): string {
  const words = bare(typed);
  const name = idInPageAddress(hubUrl, words);
  return modelIdIn(hubUrl, typed) ?? (name === words ? typed.trim() : name);
}

/** Without what comes along when an id is copied out of code, a text or a table. */
function bare(typed: string): string {
  return typed
    .trim()
    .replace(/^["'`<(]+|["'`>),;]+$/g, '')
    .replace(/\s*\/\s*/g, '/')
    .trim();
}

/** An id that was typed in full and is not in the list. */
export interface TypedModel {
  readonly typedId: string;
}

/** What can be picked in the list of models. */
export type ModelChoice = ListedModel | TypedModel;

/** Whether a choice is an id that was typed. */
export function isTyped(choice: ModelChoice): choice is TypedModel {
  return 'typedId' in choice;
}

/** The model's id. */
export function idOf(choice: ModelChoice): string {
  return isTyped(choice) ? choice.typedId : choice.name;
}

/**
 * What was typed, where it is a whole id, or the address of one, that the list would not find by it.
 * @param hubUrl without a slash at its end
 */
export function typedModel(
  hubUrl: string,
  typed: string,
  listed: readonly ListedModel[],
): TypedModel | undefined {
  const typedId = modelIdIn(hubUrl, typed);
  if (typedId === undefined) return undefined;
  const isFound = typed.trim() === typedId && listed.some(({ name }) => name === typedId);
  return isFound ? undefined : { typedId };
}
