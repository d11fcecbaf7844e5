/** Lists of four each but the last: what is tried on one page, one after the other, loads it once. */
export function inGroups<Item>(items: readonly Item[]): Item[][] {
  const groups: Item[][] = [];
  for (let index = 0; index < items.length; index += 4) groups.push(items.slice(index, index + 4));
  return groups;
}
