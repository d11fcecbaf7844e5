/** What of Node's code may use, by module. */
const modules = {
  'node:fs': ['openAsBlob'],
  'node:fs/promises': ['readFile', 'writeFile'],
  'node:readline': ['createInterface'],
  'node:stream': ['Readable'],
};

/** The imports of a piece of code: what it uses of Node's, then the given lines. Ends with an empty line if there are any. */
export function importLines(code: string, others: readonly string[] = []): string {
  const bare = code.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const own = Object.entries(modules).flatMap(([module, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}[.(]`).test(bare));
    return used.length === 0 ? [] : [`import { ${used.join(', ')} } from "${module}";`];
  });
  const lines = [...own, ...others];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}
