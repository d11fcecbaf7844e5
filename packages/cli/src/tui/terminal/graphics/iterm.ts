/** What draws a picture file over cells as an inline image of iTerm2, which other terminals know as well. */
export function itermPicture(
  file: Buffer,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): { draw: string } {
  const size = `size=${file.length};width=${columns};height=${rows};preserveAspectRatio=0`;
  return { draw: `\u001b]1337;File=inline=1;${size};doNotMoveCursor=1:${file.toString('base64')}\u0007` };
}
