const CHAT_PATH = '/chat/completions';

/** Why clients of OpenAI's kind cannot ask a chat address that has no base. */
export const NO_CHAT_BASE = `can chat only at addresses that end in ${CHAT_PATH}`;

/** The address under which a client of OpenAI's kind finds a chat; undefined for one that it cannot reach. */
export function chatBaseOf(url: string): string | undefined {
  return url.endsWith(CHAT_PATH) && !url.includes('?') ? url.slice(0, -CHAT_PATH.length) : undefined;
}
