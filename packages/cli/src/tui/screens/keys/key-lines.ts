import { pad, widthOf, type Terminal } from '../../../terminal/index.ts';
import { keyLabel } from '../../keyboard/key-label.ts';
import { paragraph } from '../../panels/paragraph.ts';
import type { Theme } from '../../theme/theme.ts';
import type { KeyGroup, KeyRow } from './key-groups.ts';

const INDENT = '  ';
const GAP = '  ';
/** More of the same key's names help nobody; below so many cells one of them has to do. */
const NAMES = 3;
const FOR_NAMES = 60;
/** Below this many cells the sentences stand below their keys. */
const NARROW = 30;

/** The keys, aligned over all groups. */
export function keyLines(
  groups: readonly KeyGroup[],
  columns: number,
  terminal: Pick<Terminal, 'unicode'>,
  theme: Theme,
): readonly string[] {
  const named = ({ keys, isOneEnough = false }: KeyRow) =>
    keys
      .slice(0, isOneEnough && columns < FOR_NAMES ? 1 : NAMES)
      .map((key) => keyLabel(key, terminal))
      .join(', ');
  const names = groups.flatMap(({ rows }) => rows.map(named));
  const isNarrow = columns < NARROW;
  const left = isNarrow ? 0 : Math.max(...names.map(widthOf), 0) + INDENT.length + GAP.length;
  return groups.flatMap(({ title, rows }, index) => [
    ...(index === 0 ? [] : ['']),
    theme.title(title),
    ...rows.flatMap((each) => {
      const { help } = each;
      const name = theme.accent(named(each));
      const sentence = paragraph(help, columns - (isNarrow ? INDENT.length * 2 : left));
      if (isNarrow) return [INDENT + name, ...sentence.map((line) => INDENT + INDENT + theme.dim(line))];
      return sentence.map((line, row) => (row === 0 ? pad(INDENT + name, left) : ' '.repeat(left)) + line);
    }),
  ]);
}
