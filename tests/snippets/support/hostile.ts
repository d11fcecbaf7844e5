import fc from 'fast-check';
import { fileFromBlob, type FileInput, type Parameters } from '@tryout/engine';

/** What breaks out of quotes somewhere; each leaves a file `pwned` behind if anything of it is ever run. */
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

/** A text that is not empty and holds what breaks quotes, steers terminals or hides. */
export const hostile = fc
  .array(
    fc.oneof(fc.constantFrom(...breakouts), fc.constantFrom(...characters), fc.string({ unit: 'binary' })),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text !== '');

/** Halves of surrogate pairs have no bytes of their own, so that no path and no address can hold them. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** Names that a file may have on a disk. */
export const fileName = hostile
  .map((text) => wellFormed(text.replaceAll('/', '_').replaceAll('\0', '_').slice(0, 40)))
  .filter((name) => !/^\.*$/.test(name) && name !== '-' && !name.startsWith('snippet-'));

/** Names of entries in a body, without the one that no request takes. Dots would lead into objects. */
export const entryName = hostile
  .filter((text) => !text.includes('__proto__'))
  .map((text) => text.replaceAll('.', '_'));

const json = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' });

/** Parameters that no schema knows. */
export const parameters = fc.uniqueArray(
  fc.record({
    name: entryName,
    place: fc.constantFrom('parameters' as const, 'body' as const),
    value: fc.oneof(hostile, json) as fc.Arbitrary<string>,
  }),
  { selector: ({ name }) => name, maxLength: 2 },
) satisfies fc.Arbitrary<Parameters>;

/** A picture under a hostile name; its bytes are any. */
export interface HostilePicture {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export const picture: fc.Arbitrary<HostilePicture> = fc.record({
  name: fileName,
  bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
});

/** The picture as a person gives it who works in its folder. */
export function fileOf({ name, bytes }: HostilePicture): FileInput {
  return { ...fileFromBlob(new Blob([new Uint8Array(bytes)]), name, 'image/png'), path: name };
}
