import { describe, expect, test } from 'vitest';
import { matchesIn } from '@tryout/engine';
import { emphasize, windowTop } from '../../../packages/cli/src/tui/components/filter-list.tsx';

describe('letters that were searched for', () => {
  const shown = (name: string, kept: string, typed: string) =>
    emphasize(kept, matchesIn([name], typed)[0]!, { match: (text) => `[${text}]` });

  test('stand out where the word stands, not where its letters stand by chance', () => {
    expect(shown('blueber/roberta-bert', 'blueber/roberta-bert', 'bert')).toMatch(/\[bert\]/);
    expect(shown('google/vit-base-16', 'google/vit-base-16', '16 vit')).toBe('google/[vit]-base-[16]');
    expect(shown('google/vit', 'google/vit', '')).toBe('google/vit');
  });

  test('stand out in what is shown of a long name', () => {
    expect(shown('organization/bert', 'organiz…', 'organ')).toBe('[organ]iz…');
    expect(shown('organization/bert', 'organiz…', 'xyz')).toBe('organiz…');
  });
});

test('the window moves as little as it can, and shows as much as there is', () => {
  expect(windowTop(0, 4, 5, 100)).toBe(0);
  expect(windowTop(0, 5, 5, 100)).toBe(1);
  expect(windowTop(10, 9, 5, 100)).toBe(9);
  expect(windowTop(90, 3, 5, 4)).toBe(0);
  expect(windowTop(97, 99, 5, 100)).toBe(95);
  expect(windowTop(0, 0, 5, 0)).toBe(0);
});
