import fc from 'fast-check';
import { fileFromBlob, type FileInput } from '@tryout/engine';

/** Escapes from string literals; each creates the file `pwned` if executed. */
const breakouts = [
  "'; touch pwned; '",
  '"; touch pwned; "',
  '$(touch pwned)',
  '`touch pwned`',
  '\\"; touch pwned #',
  "\\'; touch pwned #",
  '\n} ; touch pwned\n',
  '<<EOF\nEOF\ntouch pwned',
  '"); __import__("os").system("touch pwned"); ("',
  "'+__import__('os').system('touch pwned')+'",
  '{__import__("os").system("touch pwned")}',
  '""" + __import__("os").system("touch pwned") + """',
  '\\"); open("pwned", "w") #',
  '\\N{BELL} \\x41 \\u0041 %s {0} \\',
  '${(await import("node:fs")).writeFileSync("pwned", "")}',
  '"); (await import("node:fs")).writeFileSync("pwned", ""); ("',
  "'); (await import('node:fs')).writeFileSync('pwned', ''); ('",
  '` + (await import("node:fs")).writeFileSync("pwned", "") + `',
  '*/ (await import("node:fs")).writeFileSync("pwned", ""); /*',
  '\n}); (await import("node:fs")).writeFileSync("pwned", ""); ({\n',
  'openAsBlob( writeFile( readFile( Path( os.environ[ json.loads( base64.',
  '%s %n {0} {} %(x)s !! ~ * ? [a-z] {a,b} & | > < ;',
  '@photo.png',
  '-d @/etc/hostname',
  'https://x/',
  'data:,',
  'JSON\n"""\n\'\'\'',
];

const characters = [
  ...'\'"`\\$!{}()[]<>|&;*?~#%@=+-,:/ \t\n\r',
  ...['\u0000', '\u0007', '\u001b', '\u0085', '\u00a0', '\u200b', '\u200d', '\u202e'],
  ...[
    '\u2028',
    '\u2029',
    '\ufeff',
    '\ud800',
    '\u{e0001}',
    'é',
    '漢',
    '🙂',
    '👩‍🔬',
    'a',
    'n',
    'u',
    'x',
    '0',
    '7',
  ],
];

/** A text with quotes, terminal controls or invisible characters; never blank, which is a missing input. */
export const hostile = fc
  .array(
    fc.oneof(fc.constantFrom(...breakouts), fc.constantFrom(...characters), fc.string({ unit: 'binary' })),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text.trim() !== '');

/** Replaces lone surrogates, which paths and URLs cannot contain. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** Valid file names. */
export const fileName = hostile
  .map((text) => wellFormed(text.replaceAll('/', '_').replaceAll('\0', '_').slice(0, 40)))
  .filter((name) => !/^\.*$/.test(name) && name !== '-' && !name.startsWith('snippet-'));

/** Names of body fields, without `__proto__`, which is always dropped, and dots, which create nested objects. */
export const entryName = hostile
  .filter((text) => !text.includes('__proto__'))
  .map((text) => text.replaceAll('.', '_'));

const json = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' });

/** Parameters without a schema, as they are typed. */
export const parameters = fc.dictionary(
  entryName,
  fc.oneof(hostile, json).map((value) => JSON.stringify(value)),
  { maxKeys: 2 },
);

/** An image with a hostile name and random bytes. */
export interface HostileImage {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export const image: fc.Arbitrary<HostileImage> = fc.record({
  name: fileName,
  bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
});

/** The image as a file given by a relative path. */
export function fileOf({ name, bytes }: HostileImage): FileInput {
  return { ...fileFromBlob(new Blob([new Uint8Array(bytes)]), name, 'image/png'), path: name };
}
