import { Box, Text } from 'ink';
import SelectInput from 'ink-select-input';
import type { ReactNode } from 'react';
import { symbolsOf, truncate } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import type { Way } from './ways.ts';

interface WaysMenuProps {
  readonly picker: Picker;
  readonly ways: readonly Way[];
  readonly initial: number;
  /** Stands below the menu. */
  readonly below: readonly string[];
  onHighlight(way: Way): void;
  onChoose(way: Way): void;
}

/** The ways to sign in, by arrows and by their numbers. */
export function WaysMenu({ picker, ways, initial, below, onHighlight, onChoose }: WaysMenuProps): ReactNode {
  const { theme, terminal } = picker;
  const pointer = ({ isSelected = false }: { isSelected?: boolean }) => (
    <Text>{isSelected ? theme.accent(theme.pointer) : ' '.repeat(theme.pointer.length)}</Text>
  );
  const row = ({ isSelected = false, label }: { isSelected?: boolean; label: string }) => {
    const text = truncate(label, terminal.columns - theme.pointer.length, symbolsOf(terminal).ellipsis);
    return <Text>{isSelected ? theme.accent(text) : text}</Text>;
  };
  return (
    <Box flexDirection="column">
      <SelectInput
        items={ways.map((way, index) => ({ key: String(index), label: way.label, value: way }))}
        initialIndex={initial}
        indicatorComponent={pointer}
        itemComponent={row}
        onHighlight={({ value }) => onHighlight(value)}
        onSelect={({ value }) => onChoose(value)}
      />
      {below.length > 0 && <Text wrap="truncate">{below.join('\n')}</Text>}
    </Box>
  );
}
