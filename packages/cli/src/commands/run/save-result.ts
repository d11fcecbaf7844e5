import {
  answerText,
  jsonText,
  numbered,
  ownName,
  type Media,
  type RunResult,
  type Task,
} from '@tryout/engine';
import type { Output } from '../../context/output.ts';
import { misnamed, withHolding } from '../../files/ending-fits.ts';
import { keepResult, type Kept } from '../../files/save-file.ts';
import type { Target } from './target.ts';

/**
 * Saves the pictures or sounds of a result where its target wants files; returns where each went. An ending that says
 * something else than the file holds is noted.
 */
export async function saveMedia(
  task: Task,
  media: readonly Media[],
  target: Target,
  output: Output,
): Promise<readonly Kept[]> {
  const saved: Kept[] = [];
  for (const [index, { contentType, bytes }] of media.entries()) {
    if (target.kind === 'file') {
      const path = media.length === 1 ? target.path : numbered(target.path, index + 1);
      const kept = await keepResult({ path, force: target.force }, bytes);
      if (!kept.failure && misnamed(path, contentType))
        output.note(`Saved to ${withHolding(path, contentType)}.`);
      saved.push(kept);
    } else if (target.kind === 'own-name') {
      const path = ownName(task.id, contentType);
      saved.push(await keepResult({ path, wantsFreeName: true }, bytes));
    }
  }
  return saved;
}

/** Saves a text, or a value as JSON, and notes where; returns where it went. */
export async function saveValue(
  { view, value }: RunResult,
  { path, force }: Extract<Target, { kind: 'file' }>,
  { json, note }: { json: boolean; note: Output['note'] },
): Promise<Kept> {
  const isText = view.kind === 'text' && !json;
  const text = isText ? answerText(view) : jsonText(value, 2);
  const kept = await keepResult({ path, force }, text.endsWith('\n') ? text : `${text}\n`);
  const shown = withHolding(path, isText ? 'text/plain' : 'application/json');
  if (!kept.failure) note(`Saved to ${shown}${shown === path ? '' : '.'}`);
  return kept;
}
