import type { ResultView } from '../results/index.ts';
import type { TaskId } from '../tasks/index.ts';
import { mediaOf } from './media-of.ts';
import { ownName } from './own-name.ts';

/** The name that is proposed for the file of a result; it says what is saved: the file that it is, its text, or JSON. */
export function proposedName(task: TaskId, view: ResultView, asJson: boolean): string {
  const [file] = mediaOf(view);
  if (file && !asJson) return ownName(task, file.contentType);
  return ownName(task, view.kind === 'text' && !asJson ? 'text/plain' : 'application/json');
}
