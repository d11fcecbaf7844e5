/** Media types whose usual file ending is not their second half. */
const endings: Readonly<Record<string, string>> = {
  jpeg: 'jpg',
  'svg+xml': 'svg',
  mpeg: 'mp3',
  wave: 'wav',
  'vnd.wave': 'wav',
  mp4: 'm4a',
};

/** The usual ending of a file, without its dot; letters and digits only. For example `jpg` for `image/jpeg`. */
export function fileEnding(contentType: string): string {
  const half = /^[a-z]+\/(?:x-)?([\w.+-]+)/.exec(contentType)?.[1] ?? 'bin';
  return (endings[half] ?? half).replace(/[^a-z0-9]/g, '');
}
