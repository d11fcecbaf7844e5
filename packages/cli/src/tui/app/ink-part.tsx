import { Box, Text } from 'ink';
import SelectInput from 'ink-select-input';
import TextInput from 'ink-text-input';
import type { ReactNode } from 'react';
import type { InkLine, InkMenu, InkPart } from '../screens/ink-part.ts';

/** Draws an input of Ink's own. */
export function Part({ part, columns }: { readonly part: InkPart; readonly columns: number }): ReactNode {
  return part.kind === 'menu' ? (
    <Menu key={part.id} menu={part} />
  ) : (
    <Line key={part.id} line={part} columns={columns} />
  );
}

interface Item {
  readonly label: string;
  readonly value: number;
}

/** The rows carry their pointer and their styles: ink-select-input's own are blue, also where there are no colours. */
function Menu({ menu }: { readonly menu: InkMenu }): ReactNode {
  const rowOf = ({ label, isSelected }: { label: string; isSelected?: boolean }) => {
    const row = menu.rows.find(({ name }) => name === label);
    return <Text wrap="truncate">{(isSelected ? row?.chosen : row?.plain) ?? label}</Text>;
  };
  return (
    <SelectInput
      items={menu.rows.map(({ name }, value): Item => ({ label: name, value }))}
      initialIndex={menu.chosen}
      itemComponent={rowOf}
      indicatorComponent={() => null}
      onHighlight={({ value }: Item) => menu.onMove(value)}
      onSelect={({ value }: Item) => menu.onChoose(value)}
    />
  );
}

/** ink-text-input breaks what is too long into lines; here its end stays in sight. */
function Line({ line, columns }: { readonly line: InkLine; readonly columns: number }): ReactNode {
  const { label, labelColumns, text, mask, onChange, onSubmit } = line;
  const room = Math.max(1, columns - labelColumns);
  const width = text.length + 1;
  return (
    <Box height={1}>
      <Box flexShrink={0}>
        <Text>{label}</Text>
      </Box>
      <Box
        width={room}
        height={1}
        overflow="hidden"
        justifyContent={width > room ? 'flex-end' : 'flex-start'}
      >
        <Box flexShrink={0} width={width}>
          <TextInput
            value={text}
            {...(mask === undefined ? {} : { mask })}
            onChange={onChange}
            onSubmit={onSubmit}
          />
        </Box>
      </Box>
    </Box>
  );
}
