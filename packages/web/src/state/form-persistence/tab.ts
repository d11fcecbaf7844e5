import { attempt, parseBounded } from '@tryout/engine';

/** A tab's entry in session storage, which survives reloads, crashes and reopening the tab. Its inputs are in the database. */
export interface Tab {
  readonly id: string;
  /** True in a duplicated tab: the forms belong to the original. */
  readonly isShown: boolean;
  readonly task?: string | undefined;
  readonly model?: string | undefined;
}

const KEY = 'tab';

/** Undefined if there is none, it is invalid, or storage is disabled. */
export function readTab(): Tab | undefined {
  return attempt(() => parseBounded(sessionStorage.getItem(KEY) ?? 'null') as Tab | null) ?? undefined;
}

/** @throws DOMException if the browser does not allow storage */
export function writeTab(tab: Tab): void {
  sessionStorage.setItem(KEY, JSON.stringify(tab));
}

export function deleteTab(): void {
  attempt(() => sessionStorage.removeItem(KEY));
}

/** A random ID; `crypto.randomUUID` is missing on pages over plain http. */
export function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
