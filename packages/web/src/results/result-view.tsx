import type { ResultKind, ResultView as View } from '@tryout/engine';
import { useState, type ComponentType } from 'react';
import { Answers, Labels, Numbers } from './rankings.tsx';
import { Cells } from './cells.tsx';
import { Image, Audio, Tracks } from './media/media.tsx';
import { Boxes } from './regions/boxes.tsx';
import { Masks } from './regions/masks.tsx';
import type { ResultProps } from './parts/parts.tsx';
import { Spans } from './spans.tsx';
import { Text } from './text/text.tsx';
import { Vector } from './vector/vector.tsx';
import { loadOnUse } from '../ui/failure-note.tsx';
import styles from './result-view.module.css';

const resultViews: { readonly [Kind in ResultKind]: ComponentType<ResultProps<Kind>> } = {
  text: Text,
  labels: Labels,
  spans: Spans,
  answers: Answers,
  boxes: Boxes,
  masks: Masks,
  cells: Cells,
  numbers: Numbers,
  vector: Vector,
  image: Image,
  audio: Audio,
  // Its player is not part of the first scripts.
  video: loadOnUse(() => import('./video/video.tsx')),
  tracks: Tracks,
};

export function ResultView({ view }: { readonly view: View }) {
  const [current, setCurrent] = useState({ view, number: 0 });
  if (current.view !== view) setCurrent({ view, number: current.number + 1 });
  const Result = resultViews[view.kind] as ComponentType<ResultProps>;
  return (
    <div className={styles.result}>
      {/* The key resets the state for each new result. */}
      <Result key={current.number} view={view} />
    </div>
  );
}
