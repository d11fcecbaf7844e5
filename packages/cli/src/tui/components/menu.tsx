import { Box } from 'ink';
import SelectInput from 'ink-select-input';
import { useState, type ReactNode } from 'react';
import { getWidth, pad } from '../../screen/index.ts';
import type { Key } from '../../text-editing/key.ts';
import { command, useKeys, useIsShown, useTerminal } from '../hooks/use-picker.ts';
import { windowTop } from './filter-list.tsx';
import { Lines } from './text.tsx';

interface MenuRow {
  /** Unique. */
  readonly name: string;
  /** Escaped and unstyled. */
  readonly label: string;
  /** Unstyled, to the right of the label, if there is room. */
  readonly note?: string | undefined;
  /** Whether the row is the current choice; undefined shows no mark. */
  readonly isOn?: boolean;
  choose(): void;
}

interface MenuProps {
  readonly rows: readonly MenuRow[];
  /** Styled lines above and below the rows, if there is room. */
  readonly above?: readonly string[];
  readonly below?: readonly string[] | ((selected: MenuRow) => readonly string[]);
  /** The name of the row to select first. Default: the first one. */
  readonly initial?: string | undefined;
  /** Rows with numbers are chosen by them; in longer menus, typing selects a row. */
  readonly isNumbered?: boolean;
  /** Esc, if the menu is opened from its screen. */
  onCancel?(): void;
}

/** Rows that are shown even if there is no room for the lines around them. */
const MIN_ROWS = 6;

/**
 * A menu. ink-select-input gets the visible rows, since it rotates a longer list. It is mounted again when they change and
 * when the selection moves: its own selection would be lost with the rows of a lookup that ends between two keys.
 */
export function Menu({
  rows,
  above = [],
  below = [],
  initial,
  isNumbered = false,
  onCancel,
}: MenuProps): ReactNode {
  const { theme, body, isScreenReader } = useTerminal();
  const isShown = useIsShown();
  const [{ name: selected, search, moves }, setState] = useState({ name: initial, search: '', moves: 0 });
  const [lastTop, setTop] = useState(0);
  const index = Math.max(
    0,
    rows.findIndex(({ name }) => name === selected),
  );
  const linesBelow = typeof below === 'function' ? below(rows[index]!) : below;
  const room = Math.max(MIN_ROWS, body.rows - above.length - linesBelow.length);
  const fitting = isScreenReader ? rows.length : Math.min(rows.length, body.rows, room);
  const isCut = fitting < rows.length;
  const limit = isCut ? Math.max(1, fitting - 1) : fitting;
  const top = windowTop(lastTop, index, limit, rows.length);
  if (top !== lastTop) setTop(top);
  const visible = rows.slice(top, top + limit);

  function choose(name: string): void {
    setState({ name, search: '', moves });
    rows.find((row) => row.name === name)?.choose();
  }

  function goTo(row: number, next = ''): true {
    const { name } = rows[Math.max(0, Math.min(row, rows.length - 1))]!;
    setState({ name, search: next, moves: moves + 1 });
    return true;
  }

  /** Selects the first row with the typed text. */
  function find(text: string): true {
    const next = (search + text).toLowerCase();
    const row = rows.findIndex(({ label }) => label.toLowerCase().includes(next));
    return goTo(row === -1 ? index : row, row === -1 ? '' : next);
  }

  function onKey({ name, text }: Key): boolean | 'ink' {
    // Ink would also react to their Ctrl and Alt combinations.
    const key = search === '' ? ({ j: 'down', k: 'up' }[name] ?? name) : name;
    if (key === 'home') return goTo(0);
    if (key === 'end') return goTo(rows.length - 1);
    if (key === 'page-up') return goTo(index - limit);
    if (key === 'page-down') return goTo(index + limit);
    if (key === 'up') return goTo((index || rows.length) - 1);
    if (key === 'down') return goTo((index + 1) % rows.length);
    if (key === 'enter') return 'ink';
    if (isNumbered && /^[1-9]$/.test(name)) return top === 0 ? 'ink' : true;
    if (key === 'space' && search === '') choose(rows[index]!.name);
    else if (isNumbered || rows.length < 3 || text === '' || name === '?' || name === 'paste') return false;
    else find(text);
    return true;
  }

  const help = isNumbered ? 'Choose; its number works too' : 'Choose the selected row';
  useKeys({
    level: 'field',
    commands: [
      { keys: ['enter', 'space'], label: 'choose', help },
      onCancel !== undefined && command('escape', 'back', 'Go back without a change', onCancel),
    ],
    onKey,
  });
  const width = Math.max(...rows.map(({ label }) => getWidth(label)));
  const number = (row: number) => (isNumbered ? `${top + row + 1} ` : '');
  return (
    <Box flexShrink={0} flexDirection="column">
      <Lines lines={isScreenReader ? above : above.slice(0, Math.max(0, body.rows - fitting))} />
      <SelectInput
        key={[moves, ...visible.map(({ name }) => name)].join('\n')}
        items={visible.map((row, at) => ({
          ...row,
          label: number(at) + row.label,
          value: row.name,
          width: width + number(at).length,
        }))}
        initialIndex={index - top}
        isFocused={isShown}
        itemComponent={Row as (props: { readonly label: string }) => ReactNode}
        indicatorComponent={Indicator}
        onSelect={({ value }) => choose(value)}
      />
      <Lines lines={isCut ? [theme.dim(`${theme.margin}${rows.length - limit} more`)] : []} />
      <Lines lines={linesBelow} />
    </Box>
  );
}

function Indicator({ isSelected = false }: { readonly isSelected?: boolean }): ReactNode {
  const { theme } = useTerminal();
  return <Lines lines={[isSelected ? theme.accent(theme.pointer) : theme.margin]} />;
}

interface RowProps extends Omit<MenuRow, 'name' | 'choose'> {
  readonly isSelected?: boolean;
  /** Cells of the widest label. */
  readonly width: number;
}

function Row({ label, note, isOn, isSelected = false, width }: RowProps): ReactNode {
  const { theme, body } = useTerminal();
  const columns = body.columns - theme.margin.length;
  const text = theme.cut(label, columns);
  const styledText = isSelected ? theme.accent(text) : text;
  if (note === undefined && isOn === undefined) return <Lines lines={[styledText]} />;
  const mark = isOn === undefined ? '' : isOn ? theme.accent(theme.on) : theme.dim(theme.off);
  const room = Math.max(0, columns - width - getWidth(mark) - 2);
  return <Lines lines={[`${pad(styledText, width)} ${mark} ${theme.dim(theme.cut(note ?? '', room))}`]} />;
}
