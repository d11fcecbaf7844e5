/** What draws pixels (four bytes each) as sixel, in at most so many colours. */
export async function sixelPicture(
  pixels: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  colours: number,
): Promise<{ draw: string }> {
  const { image2sixel } = await import('sixel/lib/SixelEncoder.js');
  return { draw: image2sixel(pixels, width, height, colours, 1) };
}
