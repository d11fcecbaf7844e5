import { isModelId, modelPath } from '../hub/index.ts';

/** The address of a model's page. @param hubUrl without a slash at its end */
export function modelAddress(hubUrl: string, id: string): string {
  return `${hubUrl}/${modelPath(id)}`;
}

/** The model's id in the address of its page; any other text as it is. @param hubUrl without a slash at its end */
export function idInPageAddress(hubUrl: string, text: string): string {
  if (!text.startsWith(`${hubUrl}/`) || !URL.canParse(text)) return text;
  return new URL(text).pathname.slice(new URL(`${hubUrl}/`).pathname.length);
}

/**
 * The id of a model that was typed or pasted, also as the address of its page.
 * @param hubUrl without a slash at its end
 * @returns undefined where it is none
 */
export function modelIdIn(hubUrl: string, typed: string): string | undefined {
  const id = idInPageAddress(hubUrl, typed.trim());
  return id.includes('/') && isModelId(id) ? id : undefined;
}
