/** File extensions that differ from the media subtype. */
const endings: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wave': 'wav',
  'audio/vnd.wave': 'wav',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'text/plain': 'txt',
};

/** The file extension of a media type, without the dot: `png` for `image/png`; only letters and digits. */
export function endingOf(contentType: string): string {
  const [, subtype = ''] = contentType.split('/');
  return endings[contentType] ?? (subtype.replace(/^x-/, '').replace(/[^a-z0-9]+/gi, '') || 'bin');
}
