import { Box, type DOMElement } from 'ink';
import { createContext, useContext, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { PictureLayer } from '../../terminal/graphics/picture-layer.ts';
import type { PlacedPicture } from '../../terminal/graphics/placed-picture.ts';
import { useIsShown } from '../hooks/use-navigation.ts';

/** Provides the layer that pictures are drawn on. */
export const PictureContext = createContext<PictureLayer | undefined>(undefined);

interface PicturesProps {
  /** With rows and columns of this component. */
  readonly pictures: readonly PlacedPicture[];
  /** Changes with the text beside the pictures: writing it erases pictures that are kept in cells. */
  readonly beside?: string;
  /** The lines below the pictures, with empty cells in their place. */
  readonly children: ReactNode;
}

/** Shows pictures over its children; a picture that would be only partly visible is not shown. */
export function Pictures({ pictures, beside = '', children }: PicturesProps): ReactNode {
  const layer = useContext(PictureContext);
  const isShown = useIsShown();
  const box = useRef<DOMElement>(null);
  const placed = useRef<PlacedPicture[]>([]);
  const last = useRef('');
  useLayoutEffect(() => {
    const node = box.current;
    const visible = layer && node && isShown ? pictures.filter((picture) => isInSight(node, picture)) : [];
    const origin = node ? originOf(node) : { row: 0, column: 0 };
    const next = visible.map((picture) => ({
      ...picture,
      row: picture.row + origin.row,
      column: picture.column + origin.column,
    }));
    const isSame =
      last.current === beside &&
      next.length === placed.current.length &&
      next.every((picture, index) => isSamePicture(picture, placed.current[index]!));
    last.current = beside;
    if (isSame) return;
    for (const picture of placed.current) layer?.remove(picture);
    placed.current = next;
    for (const picture of next) layer?.place(picture, picture);
  });
  useLayoutEffect(
    () => () => {
      for (const picture of placed.current) layer?.remove(picture);
      placed.current = [];
    },
    [layer],
  );
  return (
    <Box ref={box} flexDirection="column" flexShrink={0}>
      {children}
    </Box>
  );
}

function isSamePicture(one: PlacedPicture, other: PlacedPicture): boolean {
  return one.row === other.row && one.column === other.column && one.draw === other.draw;
}

/** The place of a node on the screen. Ink only measures sizes (`measureElement`). */
function originOf(node: DOMElement): { readonly row: number; readonly column: number } {
  const row = node.yogaNode?.getComputedTop() ?? 0;
  const column = node.yogaNode?.getComputedLeft() ?? 0;
  if (!node.parentNode) return { row, column };
  const parent = originOf(node.parentNode);
  return { row: parent.row + row, column: parent.column + column };
}

/** Whether all rows of a picture are within the boxes that hide their overflow. */
function isInSight(node: DOMElement, picture: PlacedPicture): boolean {
  const top = originOf(node).row + picture.row;
  for (let box = node.parentNode; box; box = box.parentNode) {
    if (box.style.overflow !== 'hidden' && box.style.overflowY !== 'hidden') continue;
    const start = originOf(box).row;
    const end = start + (box.yogaNode?.getComputedHeight() ?? 0);
    if (top < start || top + picture.rows > end) return false;
  }
  return true;
}
