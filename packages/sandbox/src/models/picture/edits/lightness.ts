/** The luma of an 8-bit sRGB color after ITU-R BT.601, 0 to 255. */
export function lightnessOf(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}
