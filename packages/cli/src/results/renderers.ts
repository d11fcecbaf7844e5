import type { ResultKind } from '@tryout/engine';
import { answers } from './answers.ts';
import { audio } from './audio.ts';
import { boxes } from './boxes.ts';
import { cells } from './cells.ts';
import { image } from './image.ts';
import { labels } from './labels.ts';
import { masks } from './masks.ts';
import { numbers } from './numbers.ts';
import type { Renderer } from './renderer.ts';
import { spans } from './spans.ts';
import { text } from './text.ts';
import { tracks } from './tracks.ts';
import { vector } from './vector.ts';

/** How each kind of result is shown. A new kind does not compile until it has its entry. */
export const renderers = {
  text,
  labels,
  spans,
  answers,
  boxes,
  masks,
  cells,
  numbers,
  vector,
  image,
  audio,
  tracks,
} satisfies { readonly [Kind in ResultKind]: Renderer<Kind> };
