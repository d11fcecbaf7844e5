import type { ResultKind, ResultViews } from '@tryout/engine';

export interface ResultProps<Kind extends ResultKind = ResultKind> {
  readonly view: ResultViews[Kind];
}
