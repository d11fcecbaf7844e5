import { Box, type DOMElement } from 'ink';
import { createContext, useContext, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { PictureLayer, PlacedPicture } from '../../terminal/graphics/picture-layer.ts';
import { useIsShown, useTerminal } from '../hooks/use-picker.ts';

export const PictureContext = createContext<PictureLayer | undefined>(undefined);

interface PicturesProps {
  /** Positions are relative to this component. */
  readonly pictures: readonly PlacedPicture[];
  /** Adjacent text; writing it may erase pictures. */
  readonly text?: string;
  /** Lines with empty cells in place of the pictures. */
  readonly children: ReactNode;
}

/** Shows pictures over its children, if they are entirely visible. */
export function Pictures({ pictures, text = '', children }: PicturesProps): ReactNode {
  const layer = useContext(PictureContext)!;
  const { isTooSmall } = useTerminal();
  const isShown = useIsShown() && !isTooSmall;
  const box = useRef<DOMElement>(null);
  const last = useRef({ text: '', placed: [] as readonly PlacedPicture[] });
  useLayoutEffect(() => {
    const placed = isShown ? visiblePictures(box.current!, pictures) : [];
    const before = last.current.placed;
    const isSame =
      last.current.text === text &&
      placed.length === before.length &&
      placed.every(({ row, column, draw }, index) => {
        const old = before[index]!;
        return row === old.row && column === old.column && draw === old.draw;
      });
    if (isSame) return;
    for (const picture of before) layer.remove(picture);
    for (const picture of placed) layer.place(picture);
    last.current = { text, placed };
  });
  useLayoutEffect(
    () => () => {
      for (const picture of last.current.placed) layer.remove(picture);
    },
    [layer],
  );
  return (
    <Box ref={box} flexDirection="column" flexShrink={0}>
      {children}
    </Box>
  );
}

/** The entirely visible pictures, with their position on the screen. */
function visiblePictures(node: DOMElement, pictures: readonly PlacedPicture[]): PlacedPicture[] {
  const { row, column } = screenPosition(node);
  let [top, bottom] = [-Infinity, Infinity];
  for (let box = node.parentNode; box; box = box.parentNode) {
    if (box.style.overflowY !== 'hidden') continue;
    const start = screenPosition(box).row;
    top = Math.max(top, start);
    bottom = Math.min(bottom, start + (box.yogaNode?.getComputedHeight() ?? 0));
  }
  return pictures
    .map((picture) => ({ ...picture, row: picture.row + row, column: picture.column + column }))
    .filter((picture) => picture.row >= top && picture.row + picture.rows <= bottom);
}

/** Ink only measures sizes (`measureElement`). */
function screenPosition(node: DOMElement): { readonly row: number; readonly column: number } {
  let [row, column] = [0, 0];
  for (let box: DOMElement | undefined = node; box; box = box.parentNode) {
    row += box.yogaNode?.getComputedTop() ?? 0;
    column += box.yogaNode?.getComputedLeft() ?? 0;
  }
  return { row, column };
}
