import { isFailure, proposedName, visibleLine, type RunResult, type TaskId } from '@tryout/engine';
import { withHolding } from '../../../files/ending-fits.ts';
import { symbolsOf, truncate, widthOf } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import type { Key } from '../../keyboard/key.ts';
import { rememberSaved, savedWords } from '../../results/saved-files.ts';
import { filesOf, takenPaths, writeFiles } from '../../results/save-result.ts';
import { paragraph } from '../../panels/paragraph.ts';
import { createEditor } from '../../text-editing/editor.ts';
import type { Command } from '../screen.ts';

/** Asks for the name of the file that a result is saved as. */
export interface SavePrompt {
  commands(): readonly Command[];
  onKey(key: Key): boolean;
  /** Whether a name is typed now. */
  takesText(): boolean;
  /** The question, and what is wrong with the answer. */
  draw(columns: number): readonly string[];
}

/** What is to be saved. */
export interface SaveOptions {
  readonly task: TaskId;
  readonly result: RunResult;
  readonly asJson: boolean;
  /** The question was answered, or is not to be asked any more. */
  onEnd(): void;
}

const LABEL = 'Save as: ';
/** The reason comes last, after a path that may be long. */
const MAX_ERROR_ROWS = 6;

/** Proposes a name of our own, which may be changed. */
export function createSavePrompt(picker: Picker, { task, result, asJson, onEnd }: SaveOptions): SavePrompt {
  const { theme } = picker;
  const editor = createEditor({ theme, isOneLine: true });
  editor.setText(proposedName(task, result.view, asJson));
  let error: string | undefined;
  /** The file that would be replaced, while the person is asked about it. */
  let taken: string | undefined;

  async function save(force: boolean): Promise<void> {
    const name = editor.text.trim();
    error = name === '' ? 'Type the name of a file.' : undefined;
    if (error !== undefined) return;
    try {
      const files = await filesOf(result, name, asJson, picker.terminal);
      const [first] = force ? [] : await takenPaths(files);
      taken = first;
      if (taken !== undefined) return;
      await writeFiles(files, force);
      rememberSaved(
        result,
        files.map(({ path }) => path),
      );
      onEnd();
      const [{ path, contentType } = { path: name, contentType: '' }, ...others] = files;
      picker.notify(savedWords(withHolding(path, contentType), others.length), 'good');
    } catch (thrown) {
      if (!isFailure(thrown)) throw thrown;
      // The hints are those of the command line's options.
      error = `${thrown.message}.`;
    }
  }

  const begin = (force: boolean) =>
    picker.work('save', async () => {
      await save(force);
      picker.redraw();
    });
  const errorLines = (text: string | undefined, columns: number) =>
    text === undefined ? [] : paragraph(visibleLine(text), columns, theme.error).slice(-MAX_ERROR_ROWS);
  const dontReplace = () => {
    taken = undefined;
  };

  return {
    takesText: () => taken === undefined,
    commands: () =>
      taken === undefined
        ? [
            { keys: ['enter'], label: 'save', run: () => begin(false) },
            { keys: ['escape'], label: 'do not save', run: onEnd },
          ]
        : [
            { keys: ['y'], label: 'replace it', run: () => begin(true) },
            { keys: ['n', 'escape', 'enter'], label: 'another name', run: dontReplace },
          ],
    onKey(key) {
      if (taken !== undefined) return key.text !== '';
      error = undefined;
      return editor.onKey(key);
    },
    draw(columns) {
      const cut = (text: string) => truncate(visibleLine(text), columns, symbolsOf(picker.terminal).ellipsis);
      if (taken !== undefined) return [theme.error(cut(`${taken} exists already. Replace it? (y/n)`))];
      const room = { columns: Math.max(1, columns - widthOf(LABEL)), rows: 1 };
      const [line = ''] = editor.draw(room, { isFocused: true });
      return [theme.title(LABEL) + line, ...errorLines(error, columns)];
    },
  };
}
