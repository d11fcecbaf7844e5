import type { ResultKind, ResultViews } from '@tryout/engine';

/** What a result is drawn from. */
export interface ResultProps<Kind extends ResultKind = ResultKind> {
  readonly view: ResultViews[Kind];
}
