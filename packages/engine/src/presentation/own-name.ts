/** Endings of the media types that models make; others take the type's own name. */
const endings: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/vnd.wave': 'wav',
  'audio/x-wav': 'wav',
  'audio/x-m4a': 'm4a',
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'text/plain': 'txt',
  'video/mp4': 'mp4',
};

/** The ending of a file of this media type, without the dot; letters and digits only, whatever the type says. */
export function endingOf(contentType: string): string {
  const [, subtype = ''] = contentType.split('/');
  return endings[contentType] ?? (subtype.replace(/^x-/, '').replace(/[^a-z0-9]+/gi, '') || 'bin');
}

/** A name of our own for a result, by task and local time: `tryout-{task}-20261121-093000.png` (F50). */
export function ownName(task: string, contentType: string, now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`;
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`;
  return `tryout-${task}-${date}-${time}.${endingOf(contentType)}`;
}

/** The same name with a number before its ending. */
export function numbered(path: string, number: number): string {
  const cut = /\.[^./\\]*$/.exec(path)?.index ?? path.length;
  return `${path.slice(0, cut)}-${number}${path.slice(cut)}`;
}
