import type { ResultKind, ResultViews } from '@tryout/engine';

/** Results of several models on the same input. */
export interface TogetherProps<Kind extends ResultKind = ResultKind> {
  /** Undefined for models without a result. */
  readonly views: readonly (ResultViews[Kind] | undefined)[];
  readonly names: readonly string[];
}
