/** How addresses end that take chats in OpenAI's form. */
export const CHAT_PATH = '/chat/completions';

/** Whether the path of an address says that it takes chats. */
export function isChatPath(pathname: string): boolean {
  return pathname.replace(/\/$/, '').endsWith(CHAT_PATH);
}
