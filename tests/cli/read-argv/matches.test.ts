import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type FolderEntry, matchesIn, readFolder } from '../../../packages/cli/src/read-argv/paths.ts';
import { temporaryFolder } from '../../support/process.ts';

const entry = (name: string): FolderEntry => {
  const isFolder = name.endsWith('/');
  const own = isFolder ? name.slice(0, -1) : name;
  return { name: own, key: own.normalize('NFC').toLowerCase(), isFolder };
};
const names = (typed: string, ...entries: string[]) =>
  matchesIn(entries.map(entry), typed, 'image').best.map(({ name }) => name);

test('sorts folders first, then matching file types, then the rest, each by name', () => {
  expect(names('', 'b.txt', 'pic2.png', 'pic1.PNG', 'z/', 'a.md', 'a/')).toEqual([
    'a',
    'z',
    'pic1.PNG',
    'pic2.png',
    'a.md',
    'b.txt',
  ]);
});

test('lowercase letters match both cases, uppercase letters only uppercase', () => {
  expect(names('ph', 'Photo.png', 'photo.jpg')).toEqual(['photo.jpg', 'Photo.png']);
  expect(names('Ph', 'Photo.png', 'photo.jpg')).toEqual(['Photo.png']);
});

test('shows hidden files when a dot is typed', () => {
  expect(names('', '.secret.png', 'a.png')).toEqual(['a.png']);
  expect(names('.', '.secret.png', 'a.png')).toEqual(['.secret.png']);
});

test('finds accented letters in any Unicode normalization', () => {
  expect(names('é', 'e\u0301te.png')).toEqual(['e\u0301te.png']);
  expect(names('e\u0301', '\u00e9te.png')).toEqual(['\u00e9te.png']);
});

test('ends the common prefix at a character boundary', () => {
  const common = (typed: string, ...entries: string[]) =>
    matchesIn(entries.map(entry), typed, 'image').common;
  expect(common('h', 'holiday-1.png', 'Holiday-2.png')).toBe('holiday-');
  expect(common('', '😀.png', '😁.png')).toBe('');
  expect(common('x', 'a.png')).toBe('x');
});

test('counts a hundred thousand files and returns the first ones by name', () => {
  const many = Array.from({ length: 100_000 }, (_, index) =>
    entry(`file-${String((index * 7919) % 100_000).padStart(6, '0')}.png`),
  );
  const { best, count, common } = matchesIn(many, 'file-09', 'image');
  expect(count).toBe(10_000);
  expect(common).toBe('file-09');
  expect(best.slice(0, 2).map(({ name }) => name)).toEqual(['file-090000.png', 'file-090001.png']);
});

test('reads a folder and follows its links', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '7.png'), '');
  mkdirSync(join(folder, 'inside'));
  symlinkSync('inside', join(folder, 'link'));
  symlinkSync('nowhere', join(folder, 'broken'));
  const found = await readFolder(folder);
  expect(Object.fromEntries(found.map(({ name, isFolder }) => [name, isFolder]))).toEqual({
    inside: true,
    link: true,
    broken: false,
    '7.png': false,
  });
});
