import { createKeyNumbers, keyNumbering } from '@tryout/engine';
import { expect, test } from 'vitest';

const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
const whole = { index: 1, count: 1 };

/** The keys of requests, of which an output has some. */
function keysOf(
  hashes: readonly string[],
  known: Readonly<Record<string, 'done' | 'failed'>>,
  shard = whole,
) {
  const numbers = createKeyNumbers();
  for (const key of Object.keys(known)) numbers.add(key);
  const toKey = keyNumbering(shard, { find: (key) => known[key], numbersOf: numbers.numbersOf });
  return hashes.map((hash) => toKey(hash).replace(/^(.)\1*/, '$1'));
}

test('equal requests are numbered, those of shards apart', () => {
  expect(keysOf([a, b, a, a], {})).toEqual(['a-1', 'b-1', 'a-2', 'a-3']);
  expect(keysOf([a, b, a], {}, { index: 2, count: 3 })).toEqual(['a-2', 'b-2', 'a-5']);
});

test('D16: keys of an output count, whatever their numbers are', () => {
  expect(keysOf([a, b], { [`${a}-2`]: 'done', [`${b}-1`]: 'done' })).toEqual(['a-2', 'b-1']);
  expect(keysOf([a, a, a, a], { [`${a}-2`]: 'done', [`${a}-5`]: 'done' })).toEqual([
    'a-2',
    'a-5',
    'a-1',
    'a-3',
  ]);
  expect(keysOf([a, a], { [`${a}-1`]: 'done' }, { index: 2, count: 2 })).toEqual(['a-1', 'a-2']);
});

test('D16: answered ones count before failed ones', () => {
  expect(keysOf([a, a, a], { [`${a}-1`]: 'failed', [`${a}-4`]: 'done' })).toEqual(['a-4', 'a-1', 'a-2']);
});
