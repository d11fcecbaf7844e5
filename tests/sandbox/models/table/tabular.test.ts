import { describe, expect, it } from 'vitest';
import { ask } from '../ask.ts';

type Columns = Readonly<Record<string, readonly string[]>>;

const classify = (data: Columns) => ask<number[]>('iris-nearest-neighbors', { data });
const predict = (data: Columns) => ask<number[]>('stopping-distance-line', { data });

function irisTable(...flowers: number[][]) {
  const column = (index: number) => flowers.map((flower) => String(flower[index]));
  return {
    sepal_length: column(0),
    sepal_width: column(1),
    petal_length: column(2),
    petal_width: column(3),
  };
}

describe('iris-nearest-neighbors', () => {
  it('distinguishes the three species', async () => {
    const table = irisTable([5, 3.4, 1.5, 0.2], [6, 2.8, 4.2, 1.3], [6.8, 3.1, 5.8, 2.2]);
    expect(await classify({ ...table, color: ['blue', 'red', 'white'] })).toEqual([0, 1, 2]);
    expect(await classify(irisTable())).toEqual([]);
  });

  it('reports invalid columns and cells', async () => {
    const { petal_width: _, ...rest } = irisTable([5, 3.4, 1.5, 0.2]);
    await expect(classify(rest)).rejects.toThrow('Missing columns: petal_width');
    await expect(classify({ ...rest, petal_width: ['wide'] })).rejects.toThrow(
      "Column 'petal_width', row 1: 'wide' is not a number",
    );
    for (const cell of ['', ' ', 'NaN', 'Infinity', '1e999']) {
      await expect(classify({ ...rest, petal_width: [cell] })).rejects.toThrow('not a number');
    }
  });
});

describe('stopping-distance-line', () => {
  it('is the published regression: -17.5791 + 3.9324 x speed', async () => {
    const [zero, one, mean] = await predict({ speed: ['0', '1', '15.4'] });
    expect(zero).toBeCloseTo(-17.5791, 4);
    expect((one ?? 0) - (zero ?? 0)).toBeCloseTo(3.9324, 4);
    expect(mean).toBeCloseTo(42.98, 4);
  });

  it('requires the speed column', async () => {
    await expect(predict({ velocity: ['3'] })).rejects.toThrow('Missing columns: speed');
  });
});

it.each(['1e308', '10000000000', '0x10', '1_000'])('rejects the number %s', async (speed) => {
  await expect(predict({ speed: [speed] })).rejects.toThrow('is not a number');
});
