import { expect, test } from 'vitest';
import { parseDroppedPath } from '../../../packages/cli/src/read-argv/paths.ts';

test.each([
  ['plain', '/tmp/photo.jpg', '/tmp/photo.jpg'],
  ['with a trailing space', '/tmp/photo.jpg ', '/tmp/photo.jpg'],
  ['quoted', `'/tmp/my photo.jpg' `, '/tmp/my photo.jpg'],
  ['in double quotes', `"/tmp/a \\"b\\" \\$c.jpg"`, '/tmp/a "b" $c.jpg'],
  ['with backslashes', '/tmp/my\\ photo\\ \\(1\\).jpg', '/tmp/my photo (1).jpg'],
  ['with an apostrophe, quoted like a shell', `'/tmp/it'\\''s.jpg'`, "/tmp/it's.jpg"],
  ['with an apostrophe, quoted like Python', `'/tmp/it'"'"'s.jpg'`, "/tmp/it's.jpg"],
  ['as a file URL', 'file:///tmp/my%20photo%20%E2%82%AC.jpg', '/tmp/my photo €.jpg'],
  ['as a file URL with a host name', 'file://workstation/tmp/photo.jpg', '/tmp/photo.jpg'],
  ['as a list of file URLs', 'file:///tmp/a.jpg\r\nfile:///tmp/b.jpg\r\n', '/tmp/a.jpg'],
  ['as one of several', `'/tmp/a b.jpg' '/tmp/c.jpg'`, '/tmp/a b.jpg'],
  ['with unquoted spaces', '/tmp/my photo.jpg', '/tmp/my photo.jpg'],
  ['in the home directory', '~/photo.jpg', '~/photo.jpg'],
])('reads a dropped path: %s', (_how, pasted, path) => {
  expect(parseDroppedPath(pasted)).toBe(path);
});

test.each(['photo.jpg', 'What a day', `it's`, `'never closed`, 'file://%', 'https://example.org/a.jpg', ''])(
  'does not read other text as a path: %s',
  (pasted) => {
    expect(parseDroppedPath(pasted)).toBeUndefined();
  },
);
