import type { ResultKind } from '@tryout/engine';
import type { ComponentType } from 'react';
import { DrawnResult } from './drawn-result.tsx';
import type { ResultProps } from './output.tsx';
import { TextResult } from './text-result.tsx';

/** The component for each kind of result; a new kind does not compile without one. */
export const resultComponents: Readonly<Record<ResultKind, ComponentType<ResultProps>>> = {
  text: TextResult,
  labels: DrawnResult,
  spans: DrawnResult,
  answers: DrawnResult,
  boxes: DrawnResult,
  masks: DrawnResult,
  cells: DrawnResult,
  numbers: DrawnResult,
  vector: DrawnResult,
  image: DrawnResult,
  audio: DrawnResult,
  tracks: DrawnResult,
};
