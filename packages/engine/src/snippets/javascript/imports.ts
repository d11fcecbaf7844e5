const fileFunctions = ['readFile', 'writeFile'];

/** The imports of a piece of code: what it uses of Node's, then the given lines. Ends with an empty line if there are any. */
export function importLines(code: string, others: readonly string[] = []): string {
  const bare = code.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const used = fileFunctions.filter((name) => new RegExp(`\\b${name}\\(`).test(bare));
  const own = used.length === 0 ? [] : [`import { ${used.join(', ')} } from "node:fs/promises";`];
  const lines = [...own, ...others];
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}
