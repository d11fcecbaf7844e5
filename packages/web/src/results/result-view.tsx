import type { ResultKind, ResultView as View, ResultViews } from '@tryout/engine';
import { type ComponentType, Suspense, useState } from 'react';
import { lazily, type Lazily } from '../lib/lazily.tsx';
import { Labels, Numbers } from './rankings.tsx';
import { Text } from './text/text.tsx';
import styles from './result-view.module.css';

const answers = lazily(() => import('./answers.tsx').then(({ Answers }) => Answers));
const audio = lazily(() => import('./media/tracks.tsx').then(({ Audio }) => Audio));
const boxes = lazily(() => import('./regions/boxes.tsx').then(({ Boxes }) => Boxes));
const cells = lazily(() => import('./cells.tsx').then(({ Cells }) => Cells));
const image = lazily(() => import('./media/image.tsx').then(({ Image }) => Image));
const masks = lazily(() => import('./regions/masks.tsx').then(({ Masks }) => Masks));
const spans = lazily(() => import('./spans.tsx').then(({ Spans }) => Spans));
const tracks = lazily(() => import('./media/tracks.tsx').then(({ Tracks }) => Tracks));
const vector = lazily(() => import('./vector/vector.tsx').then(({ Vector }) => Vector));

/** How each kind of result is drawn. */
const resultViews: { readonly [Kind in ResultKind]: ComponentType<ResultProps<Kind>> } = {
  text: Text,
  labels: Labels,
  spans: spans.View,
  answers: answers.View,
  boxes: boxes.View,
  masks: masks.View,
  cells: cells.View,
  numbers: Numbers,
  vector: vector.View,
  image: image.View,
  audio: audio.View,
  tracks: tracks.View,
};

/** Those that are loaded when they are needed. */
const later: Partial<Record<ResultKind, Pick<Lazily<never>, 'ahead'>>> = {
  spans,
  answers,
  boxes,
  masks,
  cells,
  vector,
  image,
  audio,
  tracks,
};

/** Begins to load what draws results of a kind, so that it is there when the result comes. */
export function resultAhead(kind: ResultKind): void {
  later[kind]?.ahead();
}

/** A result of any kind. */
export function ResultView({ view }: { readonly view: View }) {
  const [drawn, setDrawn] = useState({ view, number: 0 });
  if (drawn.view !== view) setDrawn({ view, number: drawn.number + 1 });
  const Drawing = resultViews[view.kind] as ComponentType<ResultProps>;
  return (
    <Suspense fallback={<div className={styles.room} />}>
      <div className={styles.result}>
        {/* What is pinned, opened or decoded belongs to one result. */}
        <Drawing key={drawn.number} view={view} />
      </div>
    </Suspense>
  );
}

/** What a result is drawn from. */
export interface ResultProps<Kind extends ResultKind = ResultKind> {
  readonly view: ResultViews[Kind];
}
