import type { RunState } from '@tryout/engine';
import type { ReactNode } from 'react';
import { pad, widthOf } from '../../terminal/index.ts';
import { Lines } from '../components/lines.tsx';
import { Pictures } from '../components/picture.tsx';
import { useKeys } from '../hooks/use-keys.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useScroll, type Scroll } from '../hooks/use-scroll.ts';
import { useTerminal, type Size } from '../hooks/use-terminal.ts';
import type { PlacedPicture } from '../../terminal/graphics/placed-picture.ts';
import type { LineSource } from '../../terminal/text-flow/flow.ts';

/** What a component that shows a run gets. */
export interface ResultProps {
  readonly run: RunState;
  /** Lines above the result, styled. */
  readonly head: readonly string[];
  /** The room below the head. */
  readonly room: Size;
  /** The part that was chosen among several, from 0. */
  readonly chosen: number | undefined;
  /** Hidden ones keep their place. */
  readonly isShown: boolean;
  /** Whether keys scroll it. */
  readonly hasKeys: boolean;
}

/** The lines of something long that are visible. */
export interface VisibleLines {
  readonly lines: readonly string[];
  /** For example `1-5 / 40`; undefined where all lines are visible. */
  readonly position?: string;
  readonly scroll: Scroll;
}

/** Scrolls through a source with the keys. @param follows whether the end stays visible as more arrives */
export function useVisibleLines(
  source: LineSource,
  rows: number,
  { hasKeys, follows = false }: Pick<ResultProps, 'hasKeys'> & { readonly follows?: boolean },
): VisibleLines {
  const scroll = useScroll({ count: source.count, rows: Math.max(1, rows), follows });
  useKeys({ commands: scroll.commands, isActive: hasKeys });
  const to = Math.min(source.count, scroll.top + Math.max(0, rows));
  const position =
    source.count > rows ? { position: `${Math.min(scroll.top + 1, to)}-${to} / ${source.count}` } : {};
  return { lines: source.lines(scroll.top, to), scroll, ...position };
}

interface OutputProps {
  readonly head: readonly string[];
  readonly position?: string | undefined;
  readonly lines: readonly string[];
  /** With rows and columns of the lines. */
  readonly pictures?: readonly PlacedPicture[];
}

/** A result below its head. The first line of the head ends with the position, where there is room for it. */
export function Output({ head, position, lines, pictures = [] }: OutputProps): ReactNode {
  const { theme, body } = useTerminal();
  const { isRead } = usePicker();
  const [first = '', ...rest] = head;
  const room = body.columns - widthOf(position ?? '') - 2;
  const hasPosition = position !== undefined && !isRead && widthOf(first) <= room;
  const top = hasPosition ? pad(first, room + 2) + theme.dim(position) : first;
  const placed = pictures.map((picture) => ({ ...picture, row: picture.row + head.length }));
  return (
    <Pictures pictures={placed} beside={pictures.length > 0 ? lines.join('\n') : ''}>
      <Lines lines={[top, ...rest, ...lines]} />
    </Pictures>
  );
}
