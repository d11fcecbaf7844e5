import { compactJson } from '@tryout/engine';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test('puts the numbers of a list on one line without changing the JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value, null, 2);
      const lines = compactJson(json);
      expect(JSON.parse(lines.join('\n'))).toEqual(JSON.parse(json));
    }),
  );
  const rows = [
    [1, -2.5e-7, 3],
    ['1', 2],
  ];
  expect(compactJson(JSON.stringify(rows, null, 2))).toEqual([
    '[',
    '  [',
    '    1, -2.5e-7, 3',
    '  ],',
    '  [',
    '    "1",',
    '    2',
    '  ]',
    ']',
  ]);
  const many = compactJson(
    JSON.stringify(
      Array.from({ length: 100 }, (_, index) => index / 7),
      null,
      2,
    ),
  );
  expect(Math.max(...many.map(({ length }) => length))).toBeLessThanOrEqual(64);
});
