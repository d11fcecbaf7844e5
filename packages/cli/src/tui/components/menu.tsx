import { Box } from 'ink';
import SelectInput from 'ink-select-input';
import { useState, type ReactNode } from 'react';
import { useKeys } from '../hooks/use-keys.ts';
import { useIsShown } from '../hooks/use-navigation.ts';
import { useTerminal } from '../hooks/use-picker.ts';
import type { Key } from '../../terminal/keyboard/key.ts';
import { Lines } from './text.tsx';

interface MenuRow {
  /** Unique. */
  readonly name: string;
  /** Escaped and unstyled. */
  readonly label: string;
  readonly above?: readonly string[];
  /** Enter, Space, or the row's number. */
  choose(): void;
}

interface MenuProps {
  readonly rows: readonly MenuRow[];
  /** The name of the selected row. Default: the first one. */
  readonly chosen: string | undefined;
  onMove(name: string): void;
}

/** Only these keys are passed on: ink-select-input also reacts to their Ctrl and Alt combinations. */
const inkKeys: ReadonlySet<string> = new Set(['up', 'down', 'j', 'k', 'enter', ...'123456789']);

/**
 * A short menu. The selection stays on its row when rows are added or removed, for which a new ink-select-input is
 * mounted.
 */
export function Menu({ rows, chosen, onMove }: MenuProps): ReactNode {
  const isShown = useIsShown();
  const [jumps, setJumps] = useState(0);
  const found = rows.findIndex(({ name }) => name === chosen);
  const [last, setLast] = useState(0);
  // If the selected row disappears, the selection keeps its position.
  const index = found === -1 ? Math.max(0, Math.min(last, rows.length - 1)) : found;
  if (index !== last) setLast(index);
  const choose = (name: string) => {
    onMove(name);
    rows.find((row) => row.name === name)?.choose();
  };
  const jump = (name: string | undefined) => {
    if (name === undefined) return;
    setJumps(jumps + 1);
    onMove(name);
  };
  useKeys({
    level: 'field',
    onKey(key: Key) {
      if (key.name === 'home') jump(rows[0]?.name);
      else if (key.name === 'end') jump(rows.at(-1)?.name);
      else if (key.name === 'space') choose(rows[index]!.name);
      else return inkKeys.has(key.name) ? 'ink' : false;
      return true;
    },
  });
  if (rows.length === 0) return null;
  return (
    <Box flexShrink={0} flexDirection="column">
      <SelectInput
        key={`${jumps} ${found === -1 ? index : ''} ${rows.map(({ name }) => name).join('\n')}`}
        items={rows.map(({ name, label, above }) => ({ label, value: name, above }))}
        initialIndex={index}
        isFocused={isShown}
        itemComponent={Row}
        indicatorComponent={() => null}
        onHighlight={({ value }: { readonly value: string }) => onMove(value)}
        onSelect={({ value }: { readonly value: string }) => choose(value)}
      />
    </Box>
  );
}

function Row({
  label,
  above = [],
  isSelected = false,
}: Pick<MenuRow, 'label' | 'above'> & { readonly isSelected?: boolean }): ReactNode {
  const { theme, body } = useTerminal();
  const text = theme.cut(label, body.columns - theme.margin.length);
  const line = isSelected ? theme.accent(theme.pointer + text) : theme.margin + text;
  return <Lines lines={[...above, line]} />;
}
