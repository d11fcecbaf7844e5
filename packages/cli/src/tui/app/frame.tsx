import { Box, Text } from 'ink';
import { useInsertionEffect, useSyncExternalStore, type ReactNode } from 'react';
import { visibleLine } from '@tryout/engine';
import { symbolsOf, truncate } from '../../terminal/index.ts';
import type { PlacedPicture } from '../display/placed-picture.ts';
import { keyLine } from './key-line.ts';
import { layoutFor, SMALLEST } from './layout.ts';
import type { Notice } from './notices.ts';
import { pathLine } from './path-line.ts';
import type { Picker } from './picker.ts';
import type { Redraws } from './redraws.ts';

export interface FrameProps {
  readonly picker: Picker;
  readonly redraws: Redraws;
  notice(): Notice | undefined;
  /** Told of the pictures of each frame, with places on the screen. */
  place(pictures: readonly PlacedPicture[]): void;
}

/** The whole screen: path, the top screen, notice, keys. */
export function Frame({ picker, redraws, notice, place }: FrameProps): ReactNode {
  useSyncExternalStore(redraws.subscribe, redraws.version);
  const { terminal, theme } = picker;
  const { columns, rows } = terminal;
  const isTooSmall = columns < SMALLEST.columns || rows < SMALLEST.rows;
  const { hasRule, hasNotice, bodyTop, body } = layoutFor(terminal);
  const drawing = isTooSmall ? undefined : picker.screens.at(-1)?.draw(body);
  useInsertionEffect(() => {
    // A picture cannot be cut as lines are.
    const pictures = (drawing?.pictures ?? []).filter(
      (picture) => picture.row >= 0 && picture.row + picture.rows <= body.rows,
    );
    place(pictures.map((picture) => ({ ...picture, row: picture.row + bodyTop })));
  });
  if (isTooSmall) return <Text wrap="truncate">{tooSmall(picker)}</Text>;
  const told = noticeLine(picker, notice());
  const lines = drawing?.lines ?? [];
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <Text wrap="truncate">
        {pathLine(picker) + (hasRule ? `\n${theme.dim(theme.rule.repeat(columns))}` : '')}
      </Text>
      <Box flexDirection="column" height={body.rows} overflow="hidden">
        {lines.length > 0 && <Text wrap="truncate">{lines.slice(0, body.rows).join('\n')}</Text>}
        {drawing?.element}
      </Box>
      <Text wrap="truncate">
        {hasNotice ? `${told || ' '}\n${keyLine(picker)}` : told || keyLine(picker)}
      </Text>
    </Box>
  );
}

function tooSmall({ terminal }: Picker): string {
  const wanted = `${SMALLEST.columns} ${symbolsOf(terminal).times} ${SMALLEST.rows}`;
  return ['Too small here:', `make it ${wanted}`, 'or larger.']
    .slice(0, terminal.rows)
    .map((line) => truncate(line, terminal.columns, ''))
    .join('\n');
}

function noticeLine({ terminal, theme }: Picker, notice: Notice | undefined): string {
  if (!notice) return '';
  const text = truncate(visibleLine(notice.text), terminal.columns, symbolsOf(terminal).ellipsis);
  if (notice.tone === 'plain') return text;
  return theme[notice.tone](text);
}
