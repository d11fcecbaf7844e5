/** Picture formats that the sandbox tells apart by their first bytes. */
export type PictureFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'tiff' | 'bmp' | 'svg' | 'unknown';

const signatures: readonly [PictureFormat, RegExp][] = [
  ['png', /^\x89PNG\r\n/],
  ['jpeg', /^\xff\xd8\xff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[^]{4}WEBP/],
  ['avif', /^[^]{4}ftyp(avif|avis|mif1[^]{4}(?:[^]{4})*?avif)/],
  ['tiff', /^(II\*\0|MM\0\*)/],
  ['bmp', /^BM/],
  ['svg', /^(\xef\xbb\xbf)?\s*<(\?xml|!--|!DOCTYPE svg|svg)/i],
];

/**
 * Names the format of a picture file from its first 64 bytes, never from its name or declared type.
 * `svg` stands for anything that starts like XML.
 */
export function sniffPictureFormat(bytes: Uint8Array): PictureFormat {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  return signatures.find(([, signature]) => signature.test(start))?.[0] ?? 'unknown';
}
