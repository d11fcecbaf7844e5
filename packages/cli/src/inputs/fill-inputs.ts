import { getMessage, isJsonTable, type FieldValue, type Session } from '@tryout/engine';
import { assignInputs, unexpectedInput, readField } from './read-field.ts';
import { isFileField } from '../files/paths.ts';
import { noStandardInput, type InputSources } from './read-text.ts';

/**
 * Fills in the form with inputs from the command line. Unreadable files are left out, but their paths are kept in the
 * form.
 * @returns a notice about unreadable inputs or text that was read from files
 */
export async function fillInputs(
  session: Session,
  inputs: readonly string[],
  signal: AbortSignal,
  literal = false,
): Promise<{ readonly text: string; readonly tone: 'plain' | 'error' } | undefined> {
  const { task } = session.getSnapshot();
  if (!task) return undefined;
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  const sources: InputSources = { takeStandardInput: noStandardInput, note, literal };
  const assigned = assignInputs(task, inputs);
  const count = Object.keys(task.fields).length;
  const hint = `${task.id} takes ${count} ${count === 1 ? 'input' : 'inputs'}.`;
  const unexpected = unexpectedInput(task, assigned, hint);
  let failure = unexpected && getMessage(unexpected);
  for (const [name, words] of assigned.given) {
    const field = task.fields[name]!;
    let value: FieldValue | undefined;
    let problem: string | undefined;
    try {
      value = await readField(field, words, sources);
    } catch (error) {
      problem = getMessage(error);
    }
    // The user may have chosen another task in the meantime.
    if (signal.aborted || session.getSnapshot().task !== task) return undefined;
    const [word = ''] = words;
    if (isFileField(field)) {
      const isRead = field.kind === 'json' && isJsonTable(word) && value !== undefined;
      session.setValue(name, value, { text: isRead ? '' : word, failure: problem });
    } else if (value !== undefined) session.setValue(name, value);
    failure ??= problem;
  }
  if (failure !== undefined) return { text: failure, tone: 'error' };
  return notes.length > 0 ? { text: notes.join(' '), tone: 'plain' } : undefined;
}
