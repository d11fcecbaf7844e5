const CHAT_PATH = '/chat/completions';

/** Why clients that write the end of a chat's address themselves cannot ask at another one. */
export const NO_CHAT_BASE = `can chat only at addresses that end in ${CHAT_PATH}`;

/** Whether an address ends in just what such clients write. */
export function isChatAddress(url: string): boolean {
  return url.endsWith(CHAT_PATH) && !url.includes('?');
}
