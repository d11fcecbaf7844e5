import { Box } from 'ink';
import SelectInput from 'ink-select-input';
import type { ReactNode } from 'react';
import { useKeys } from '../hooks/use-keys.ts';
import { useIsShown } from '../hooks/use-navigation.ts';
import { useTerminal } from '../hooks/use-picker.ts';
import { Lines } from './text.tsx';

interface MenuRow {
  /** Unique. */
  readonly name: string;
  /** Escaped and unstyled. */
  readonly label: string;
  /** Enter, Space, or the row's number. */
  choose(): void;
}

interface MenuProps {
  readonly rows: readonly MenuRow[];
  /** Shown above the menu if there is room. */
  readonly above: readonly string[];
  /** The name of the selected row. Default: the first one. */
  readonly chosen: string | undefined;
  onMove(name: string): void;
}

/** Only these keys are passed on: ink-select-input also reacts to their Ctrl and Alt combinations. */
const inkKeys: ReadonlySet<string> = new Set(['up', 'down', 'j', 'k', 'enter', ...'123456789']);

/** A short menu. A new ink-select-input is mounted when rows are added or removed, to keep the selection. */
export function Menu({ rows, above, chosen, onMove }: MenuProps): ReactNode {
  const { body, isScreenReader } = useTerminal();
  const isShown = useIsShown();
  const found = rows.findIndex(({ name }) => name === chosen);
  const index = Math.max(0, found);
  const choose = (name: string) => {
    onMove(name);
    rows.find((row) => row.name === name)?.choose();
  };
  useKeys({
    level: 'field',
    onKey(key) {
      if (key.name !== 'space') return inkKeys.has(key.name) ? 'ink' : false;
      choose(rows[index]!.name);
      return true;
    },
  });
  return (
    <Box flexShrink={0} flexDirection="column">
      <Lines lines={isScreenReader ? above : above.slice(0, Math.max(0, body.rows - rows.length))} />
      <SelectInput
        key={rows.map(({ name }) => name).join('\n')}
        items={rows.map(({ name, label }) => ({ label, value: name }))}
        initialIndex={index}
        limit={body.rows}
        isFocused={isShown}
        itemComponent={Row}
        indicatorComponent={() => null}
        onHighlight={({ value }) => onMove(value)}
        onSelect={({ value }) => choose(value)}
      />
    </Box>
  );
}

interface RowProps {
  readonly label: string;
  readonly isSelected?: boolean;
}

function Row({ label, isSelected = false }: RowProps): ReactNode {
  const { theme, body } = useTerminal();
  const text = theme.cut(label, body.columns - theme.margin.length);
  return <Lines lines={[isSelected ? theme.accent(theme.pointer + text) : theme.margin + text]} />;
}
