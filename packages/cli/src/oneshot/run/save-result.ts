import { jsonText, numbered, ownName, type Media, type RunResult, type Task } from '@tryout/engine';
import type { Output } from '../../context/output.ts';
import { misnamed, withHolding } from '../../files/ending-fits.ts';
import { saveFile, saveUnderFreeName } from '../../files/save-file.ts';
import type { Target } from './target.ts';

/**
 * Saves the pictures or sounds of a result where its target wants files; returns their paths. An ending that says
 * something else than the file holds is noted.
 * @throws InputError
 */
export async function saveMedia(
  task: Task,
  media: readonly Media[],
  target: Target,
  output: Output,
): Promise<readonly string[]> {
  const saved: string[] = [];
  for (const [index, { contentType, bytes }] of media.entries()) {
    if (target.kind === 'file') {
      const path = media.length === 1 ? target.path : numbered(target.path, index + 1);
      await saveFile(path, bytes, target.force);
      if (misnamed(path, contentType)) output.note(`Saved to ${withHolding(path, contentType)}.`);
      saved.push(path);
    } else if (target.kind === 'own-name') {
      saved.push(await saveUnderFreeName(ownName(task.id, contentType), bytes));
    }
  }
  return saved;
}

/**
 * Saves a text, or a value as JSON, and notes where.
 * @throws InputError
 */
export async function saveValue(
  { view, value }: RunResult,
  { path, force }: Extract<Target, { kind: 'file' }>,
  { json, note }: { json: boolean; note: Output['note'] },
): Promise<void> {
  const isText = view.kind === 'text' && !json;
  const text = isText ? view.text : jsonText(value, 2);
  await saveFile(path, text.endsWith('\n') ? text : `${text}\n`, force);
  const shown = withHolding(path, isText ? 'text/plain' : 'application/json');
  note(`Saved to ${shown}${shown === path ? '' : '.'}`);
}
