import { Box, type DOMElement } from 'ink';
import { createContext, useContext, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { ImageLayer, PlacedImage } from '../../screen/image-layer.ts';
import { useIsShown, useTerminal } from '../hooks/use-picker.ts';

export const ImageContext = createContext<ImageLayer | undefined>(undefined);

interface ImagesProps {
  /** Positions are relative to this component. */
  readonly images: readonly PlacedImage[];
  /** Adjacent text; writing it may erase images. */
  readonly text?: string;
  /** Lines with empty cells in place of the images. */
  readonly children: ReactNode;
}

/** Shows images over its children, if they are entirely visible. */
export function Images({ images, text = '', children }: ImagesProps): ReactNode {
  const layer = useContext(ImageContext)!;
  const { isTooSmall } = useTerminal();
  const isShown = useIsShown() && !isTooSmall;
  const box = useRef<DOMElement>(null);
  const last = useRef({ text: '', images: [] as readonly PlacedImage[] });
  useLayoutEffect(() => {
    const visible = isShown ? visibleImages(box.current!, images) : [];
    const before = last.current.images;
    const isSame =
      last.current.text === text &&
      visible.length === before.length &&
      visible.every(({ row, column, draw }, index) => {
        const old = before[index]!;
        return row === old.row && column === old.column && draw === old.draw;
      });
    if (isSame) return;
    for (const image of before) layer.remove(image);
    for (const image of visible) layer.place(image);
    last.current = { text, images: visible };
  });
  useLayoutEffect(
    () => () => {
      for (const image of last.current.images) layer.remove(image);
    },
    [layer],
  );
  return (
    <Box ref={box} flexDirection="column" flexShrink={0}>
      {children}
    </Box>
  );
}

/** The entirely visible images, with their position on the screen. */
function visibleImages(node: DOMElement, images: readonly PlacedImage[]): PlacedImage[] {
  const { row, column } = screenPosition(node);
  let [top, bottom] = [-Infinity, Infinity];
  for (let box = node.parentNode; box; box = box.parentNode) {
    if (box.style.overflowY !== 'hidden') continue;
    const start = screenPosition(box).row;
    top = Math.max(top, start);
    bottom = Math.min(bottom, start + (box.yogaNode?.getComputedHeight() ?? 0));
  }
  return images
    .map((image) => ({ ...image, row: image.row + row, column: image.column + column }))
    .filter((image) => image.row >= top && image.row + image.rows <= bottom);
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
