import { expect, test } from 'vitest';
import { droppedPath } from '../../../packages/cli/src/files/paths.ts';

test.each([
  ['plain', '/tmp/photo.jpg', '/tmp/photo.jpg'],
  ['with a space behind it', '/tmp/photo.jpg ', '/tmp/photo.jpg'],
  ['quoted', `'/tmp/my photo.jpg' `, '/tmp/my photo.jpg'],
  ['in double quotes', `"/tmp/a \\"b\\" \\$c.jpg"`, '/tmp/a "b" $c.jpg'],
  ['with backslashes', '/tmp/my\\ photo\\ \\(1\\).jpg', '/tmp/my photo (1).jpg'],
  ['with an apostrophe, as shells quote it', `'/tmp/it'\\''s.jpg'`, "/tmp/it's.jpg"],
  ['with an apostrophe, as Python quotes it', `'/tmp/it'"'"'s.jpg'`, "/tmp/it's.jpg"],
  ['as an address', 'file:///tmp/my%20photo%20%E2%82%AC.jpg', '/tmp/my photo €.jpg'],
  ['as an address with the name of the machine', 'file://workstation/tmp/photo.jpg', '/tmp/photo.jpg'],
  ['as a list of addresses', 'file:///tmp/a.jpg\r\nfile:///tmp/b.jpg\r\n', '/tmp/a.jpg'],
  ['as one of several', `'/tmp/a b.jpg' '/tmp/c.jpg'`, '/tmp/a b.jpg'],
  ['with spaces that nothing marks', '/tmp/my photo.jpg', '/tmp/my photo.jpg'],
  ['in the home folder', '~/photo.jpg', '~/photo.jpg'],
])('a path that was dropped %s', (_how, pasted, path) => {
  expect(droppedPath(pasted)).toBe(path);
});

test.each(['photo.jpg', 'What a day', `it's`, `'never closed`, 'file://%', 'https://example.org/a.jpg', ''])(
  'a text that is no whole path is typed as it is: %s',
  (pasted) => {
    expect(droppedPath(pasted)).toBeUndefined();
  },
);
