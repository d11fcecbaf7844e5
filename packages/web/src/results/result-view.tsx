import type { ResultKind, ResultView as View } from '@tryout/engine';
import type { ComponentType } from 'react';
import type { ResultProps } from './result-props.ts';

/** How each kind of result is drawn. */
export const resultViews: { readonly [Kind in ResultKind]: ComponentType<ResultProps<Kind>> } = {
  text: () => null,
  labels: () => null,
  spans: () => null,
  answers: () => null,
  boxes: () => null,
  masks: () => null,
  cells: () => null,
  numbers: () => null,
  vector: () => null,
  image: () => null,
  audio: () => null,
  tracks: () => null,
};

/** A result of any kind. */
export function ResultView({ view }: { readonly view: View }) {
  const Drawing = resultViews[view.kind] as ComponentType<ResultProps>;
  return <Drawing view={view} />;
}
