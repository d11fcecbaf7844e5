import type { RunState } from '@tryout/engine';
import { type ReactNode, useState } from 'react';
import type { Drawing } from '../../results/draw-result.ts';
import { pad, widthOf, type Size } from '../../terminal/index.ts';
import type { LineSource } from '../../terminal/text-flow/flow.ts';
import { Lines } from '../components/text.tsx';
import { Pictures } from '../components/picture.tsx';
import { useKeys } from '../hooks/use-keys.ts';
import { usePicker, useTerminal } from '../hooks/use-picker.ts';
import { useScroll } from '../components/scroll.tsx';

export interface ResultProps {
  readonly run: RunState;
  /** Lines above the result, styled. */
  readonly head: readonly string[];
  /** The room below the head. */
  readonly room: Size;
  /** The chosen one of several parts, from 0. */
  readonly chosen: number | undefined;
  /** Hidden results keep their place. */
  readonly isShown: boolean;
  /** Whether keys scroll it. */
  readonly hasKeys: boolean;
}

interface OutputProps extends Pick<ResultProps, 'head' | 'room' | 'isShown' | 'hasKeys'> {
  readonly source: LineSource;
  /** Whether the end stays visible as lines are added. */
  readonly follows?: boolean;
  /** A line to bring into view once. */
  readonly reveal?: number | undefined;
  /** Stays visible above or next to the lines. */
  readonly picture?: Drawing['picture'] | undefined;
  /** Stays visible below the lines. */
  readonly below?: readonly string[];
}

/** A long result below its head. The first line of the head ends with the position, if there is room for it. */
export function Output({
  head,
  room,
  isShown,
  hasKeys,
  source,
  below = [],
  ...props
}: OutputProps): ReactNode {
  const { follows = false, reveal, picture } = props;
  const { theme } = useTerminal();
  const { isScreenReader } = usePicker();
  const { count } = source;
  const drawn = picture?.lines.slice(0, room.rows) ?? [];
  const above = picture?.isBeside ? [] : drawn;
  const rows = Math.max(0, room.rows - above.length - below.length);
  const scroll = useScroll({ count, rows: Math.max(1, rows), follows });
  useKeys({ commands: scroll.commands, isActive: hasKeys && isShown });
  const [revealed, setRevealed] = useState(reveal);
  if (revealed !== reveal) {
    setRevealed(reveal);
    if (reveal !== undefined) scroll.reveal(reveal);
  }
  if (!isShown) return null;
  const to = Math.min(count, scroll.top + rows);
  const visible = source.lines(scroll.top, to);
  const lines = picture?.isBeside
    ? drawn.map((line, row) => line + (visible[row] ?? ''))
    : [...above, ...visible, ...below];
  const [first = '', ...rest] = head;
  const position = count > rows && !isScreenReader ? `${Math.min(scroll.top + 1, to)}-${to} / ${count}` : '';
  const left = room.columns - widthOf(position);
  const hasPosition = position !== '' && widthOf(first) + 2 <= left;
  return (
    <>
      <Lines lines={[hasPosition ? pad(first, left) + theme.dim(position) : first, ...rest]} />
      <Pictures pictures={picture?.pictures ?? []} text={lines.join('\n')}>
        <Lines lines={lines} />
      </Pictures>
    </>
  );
}
