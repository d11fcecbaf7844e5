interface Neighbor<Item> {
  item: Item;
  /** Squared Euclidean distance, rounded to nine decimals so that equal distances compare equal. */
  distance: number;
}

function squaredDistance(left: readonly number[], right: readonly number[]): number {
  let sum = 0;
  for (const [index, value] of left.entries()) sum += (value - (right[index] ?? 0)) ** 2;
  return Math.round(sum * 1e9) / 1e9;
}

/**
 * The `count` items nearest to `point`, nearest first; of items equally far the one that comes first in `items`
 * wins. `measure` gives an item's coordinates; those beyond
 * the length of `point` do not count.
 */
export function nearest<Item>(
  point: readonly number[],
  items: readonly Item[],
  count: number,
  measure: (item: Item) => readonly number[],
): Item[] {
  const found: Neighbor<Item>[] = [];
  for (const item of items) {
    const distance = squaredDistance(point, measure(item));
    const last = found.at(-1);
    if (last && found.length === count && distance >= last.distance) continue;
    const place = found.findIndex((neighbor) => neighbor.distance > distance);
    found.splice(place === -1 ? found.length : place, 0, { item, distance });
    if (found.length > count) found.pop();
  }
  return found.map((neighbor) => neighbor.item);
}
