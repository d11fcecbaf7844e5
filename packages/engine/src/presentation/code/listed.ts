/** Names as a sentence holds them, each once: `curl, requests and fetch`. */
export function listed(names: readonly string[]): string {
  const all = [...new Set(names)];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}
