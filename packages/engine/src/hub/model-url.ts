import { HUB_URL } from '../http/index.ts';
import { isModelId, modelPath } from './hub-api.ts';

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
const MAX_ID = 1000;

/** Without quotes, brackets and spaces from code or tables. */
function bare(typed: string): string {
  return typed
    .slice(0, MAX_ID)
    .trim()
    .replace(/^["'`<(]+|["'`>),;]+$/g, '')
    .replace(/\s*\/\s*/g, '/')
    .trim();
}
