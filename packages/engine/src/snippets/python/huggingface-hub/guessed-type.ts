/** Endings whose media type every Python knows, on every system. */
const known: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  mp3: 'audio/mpeg',
  png: 'image/png',
};

/** The media type that Python's mimetypes guesses from a path for certain; undefined where that depends. */
export function guessedType(path: string): string | undefined {
  // What stands before a colon is the scheme of an address to it.
  if (path.includes(':')) return undefined;
  const ending = /^\.*[^.].*\.(\w+)$/s.exec(path.split('/').at(-1) ?? '')?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(known, ending) ? known[ending] : undefined;
}
