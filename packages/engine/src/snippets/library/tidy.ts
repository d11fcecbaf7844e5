/** Code without blank lines around it and spaces at the end of its lines, indented by spaces alone. */
export function tidy(code: string): string {
  return code
    .replace(/^[\t ]*\t/gm, (indent) => indent.replaceAll('\t', '    '))
    .replace(/[\t ]+$/gm, '')
    .replace(/^\n+|\n+$/g, '');
}
