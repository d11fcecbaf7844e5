import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Placeholders } from '../../packages/engine/src/snippets/library/placeholders.ts';
import type { LibraryGrammar } from '../../packages/engine/src/snippets/library/library-snippets.ts';

const hostileFragment = fc.constantFrom(
  ...[
    '"',
    "'",
    '\\',
    '\n',
    '"""',
    "'''",
    '`',
    '${x}',
    '$(id)',
    '{x}',
    '#',
    '*/',
    '\u202e',
    ' ',
    '!',
    '\ue000',
  ],
);
// Shell arguments hold no lone surrogates and no NUL bytes.
const hostile = fc
  .array(fc.oneof(hostileFragment, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 8 })
  .map((parts) => parts.join('').replaceAll('\0', ''));

/** Templates of statements that print their strings as a list; `@` is a placeholder. */
const templates: readonly (readonly [LibraryGrammar, string, readonly string[], string, string])[] = [
  [
    'python',
    'python3',
    ['-c'],
    'import json\n# it\'s @\nprint(json.dumps([@, "@", \'@\', f"@", f\'\'\'@\'\'\', b"".decode() + """@"""]))',
    'tttttt',
  ],
  [
    'javascript',
    process.execPath,
    ['-e'],
    "// it's @\nconsole.log(JSON.stringify([@, \"@\", '@', `@`, /* don't @ */ `'@`.slice(1)]))",
    'ttttt',
  ],
  ['bash', 'bash', ['-c'], "# it's @\nprintf '%s\\0' @ \"@\" '@' a=\"b\"'@'", 'ttt='],
];

describe.each(templates)('strings in %s', (grammar, command, options, template, positions) => {
  test('are unchanged in every position', () => {
    fc.assert(
      // Several texts per program, since starting one takes most of the time.
      fc.property(fc.array(hostile, { minLength: 10, maxLength: 10 }), (texts) => {
        const placeholders = new Placeholders();
        const program = texts.map((text) => template.replace(/@/g, () => placeholders.add(text))).join('\n');
        const code = placeholders.fill(program, grammar);
        const { stdout, stderr } = spawnSync(command, [...options, code], { encoding: 'utf8' });
        expect(stderr).toBe('');
        const written: unknown =
          grammar === 'bash'
            ? stdout.split('\0').slice(0, -1)
            : stdout
                .trimEnd()
                .split('\n')
                .flatMap((line) => JSON.parse(line) as unknown);
        const expected = (text: string) =>
          [...positions].map((position) => (position === '=' ? `a=b${text}` : text));
        expect(written).toEqual(texts.flatMap(expected));
        // eslint-disable-next-line no-control-regex -- matches control characters
        expect(code).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\ue000]/);
      }),
      { numRuns: 2 },
    );
  });
});
