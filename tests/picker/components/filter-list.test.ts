import { describe, expect, test } from 'vitest';
import { matchesIn } from '@tryout/engine';
import { emphasize, windowTop } from '../../../packages/cli/src/tui/components/filter-list.tsx';

describe('matched letters', () => {
  const shown = (name: string, kept: string, typed: string) =>
    emphasize(kept, matchesIn([name], typed)[0]!, { match: (text) => `[${text}]` });

  test('are emphasized as a word rather than as scattered letters', () => {
    expect(shown('blueber/roberta-bert', 'blueber/roberta-bert', 'bert')).toMatch(/\[bert\]/);
    expect(shown('google/vit-base-16', 'google/vit-base-16', '16 vit')).toBe('google/[vit]-base-[16]');
    expect(shown('google/vit', 'google/vit', '')).toBe('google/vit');
  });

  test('are emphasized in the visible part of a long name', () => {
    expect(shown('organization/bert', 'organiz…', 'organ')).toBe('[organ]iz…');
    expect(shown('organization/bert', 'organiz…', 'xyz')).toBe('organiz…');
  });
});

test('scrolls the window as little as possible and fills it', () => {
  expect(windowTop(0, 4, 5, 100)).toBe(0);
  expect(windowTop(0, 5, 5, 100)).toBe(1);
  expect(windowTop(10, 9, 5, 100)).toBe(9);
  expect(windowTop(90, 3, 5, 4)).toBe(0);
  expect(windowTop(97, 99, 5, 100)).toBe(95);
  expect(windowTop(0, 0, 5, 0)).toBe(0);
});
