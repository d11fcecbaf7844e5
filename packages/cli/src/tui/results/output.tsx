import type { RunState } from '@tryout/engine';
import { type ReactNode, useState } from 'react';
import type { Drawing } from '../../results/draw-result.ts';
import { pad, getWidth, type Size } from '../../terminal/index.ts';
import { Lines } from '../components/text.tsx';
import { Pictures } from '../components/picture.tsx';
import { useKeys } from '../hooks/use-keys.ts';
import { useTerminal } from '../hooks/use-picker.ts';
import { useScroll } from '../components/scroll.tsx';

export interface ResultProps {
  readonly run: RunState;
  /** Styled lines above the result. */
  readonly head: readonly string[];
  /** The room below the head. */
  readonly room: Size;
  /** Index of the selected part. */
  readonly chosen: number | undefined;
  readonly hasKeys: boolean;
}

interface OutputProps extends Pick<ResultProps, 'head' | 'room' | 'hasKeys'> {
  readonly lines: readonly string[];
  /** Styles a visible line. @param index of the line */
  styleLine?(line: string, index: number): string;
  /** Keeps the end visible as lines are added. */
  readonly follows?: boolean;
  readonly reveal?: number | undefined;
  /** Stays visible above or next to the lines. */
  readonly picture?: Drawing['picture'] | undefined;
  /** Stays visible below the lines. */
  readonly below?: readonly string[];
}

/** A scrollable result below its head. The first line ends with the scroll position if there is room. */
export function Output({
  head,
  room,
  hasKeys,
  lines,
  styleLine = (line) => line,
  below = [],
  follows = false,
  reveal,
  picture,
}: OutputProps): ReactNode {
  const { theme, isScreenReader } = useTerminal();
  const count = lines.length;
  const drawn = picture?.lines.slice(0, room.rows) ?? [];
  const above = picture?.isSideBySide ? [] : drawn;
  const rows = Math.max(0, room.rows - above.length - below.length);
  const scroll = useScroll({ count, rows: Math.max(1, rows), follows });
  useKeys({ commands: scroll.commands, isActive: hasKeys });
  const [revealed, setRevealed] = useState(reveal);
  if (revealed !== reveal) {
    setRevealed(reveal);
    if (reveal !== undefined) scroll.reveal(reveal);
  }
  const to = Math.min(count, scroll.top + rows);
  const visible = lines.slice(scroll.top, to).map((line, row) => styleLine(line, scroll.top + row));
  const shown = picture?.isSideBySide
    ? drawn.map((line, row) => line + (visible[row] ?? ''))
    : [...above, ...visible, ...below];
  const [first = '', ...rest] = head;
  const position = count > rows && !isScreenReader ? `${Math.min(scroll.top + 1, to)}-${to} / ${count}` : '';
  const left = room.columns - getWidth(position);
  const hasPosition = position !== '' && getWidth(first) + 2 <= left;
  return (
    <>
      <Lines lines={[hasPosition ? pad(first, left) + theme.dim(position) : first, ...rest]} />
      <Pictures pictures={picture?.pictures ?? []} text={shown.join('\n')}>
        <Lines lines={shown} />
      </Pictures>
    </>
  );
}
