/** Fixed, because browsers store data per origin. */
export const PORT = 4680;

/** A separate origin, so that tokens stored for the real hub are never sent to the sandbox. */
export const SANDBOX_PORT = 4681;

/** The address of the page that `tryout web` serves, for links to runs. */
export function pageAddress(isSandbox: boolean): string {
  return `http://127.0.0.1:${isSandbox ? SANDBOX_PORT : PORT}/`;
}
