import { Box, Text } from 'ink';
import { useInsertionEffect, useSyncExternalStore, type ReactNode } from 'react';
import type { PlacedPicture } from '../display/placed-picture.ts';
import { Part } from './ink-part.tsx';
import type { FrameParts } from './frame-parts.ts';

/** The newest frame that is Ink's to draw; made for `useSyncExternalStore`. */
export interface Frames {
  subscribe(listener: () => void): () => void;
  newest(): FrameParts | undefined;
}

interface FrameProps {
  readonly frames: Frames;
  /** Told of the pictures of each frame. */
  place(pictures: readonly PlacedPicture[]): void;
}

/** The whole screen as Ink draws it; nothing while no frame is Ink's. */
export function Frame({ frames, place }: FrameProps): ReactNode {
  const parts = useSyncExternalStore(frames.subscribe, frames.newest);
  useInsertionEffect(() => {
    if (parts) place(parts.pictures);
  });
  if (!parts) return null;
  const { columns, rows, top, body, part, after, bodyRows, bottom } = parts;
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <Lines lines={top} />
      <Box flexDirection="column" height={bodyRows} overflow="hidden">
        <Lines lines={body} />
        {part && (
          <Box flexShrink={0} flexDirection="column">
            <Part part={part} columns={columns} />
          </Box>
        )}
        <Lines lines={after} />
      </Box>
      <Lines lines={bottom} />
    </Box>
  );
}

/** Lines that are no wider than the screen. An empty text would take no line. */
function Lines({ lines }: { readonly lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return null;
  return <Text wrap="truncate">{lines.map((line) => line || ' ').join('\n')}</Text>;
}
