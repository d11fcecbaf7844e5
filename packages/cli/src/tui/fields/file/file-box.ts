import { isFileInput, visibleLine } from '@tryout/engine';
import { symbolsOf, truncate } from '../../../terminal/index.ts';
import type { Size } from '../../display/size.ts';
import type { Key } from '../../keyboard/key.ts';
import { firstLines } from '../../panels/first-lines.ts';
import type { Command } from '../../screens/screen.ts';
import { createEditor } from '../../text-editing/editor.ts';
import type { BoxDrawing, FieldBox, FieldSlot } from '../field-box.ts';
import { labelled, marginOf } from '../labelled.ts';
import { chosenFile } from './chosen-file.ts';
import { createCompletion } from './completion.ts';
import type { FileDraft } from './file-drafts.ts';
import { droppedPath } from './path/dropped-path.ts';
import type { FileFieldKind } from './path/fits-by-ending.ts';
import { previewRows, suggestionRows } from './box-rows.ts';
import { playCommand } from './play-command.ts';
import { createPreview } from './preview/preview.ts';
import { suggestionLines } from './suggestion-lines.ts';

const EMPTY = 'No file chosen';
const HOW = 'Type a path (./ lists this folder), or drop a file here.';
/** Lines above a preview: label and path. */
const ABOVE = 2;
const MOST_FAILURE_LINES = 3;
const ERASING = new Set(['backspace', 'delete', 'ctrl+u', 'ctrl+h', 'ctrl+w', 'ctrl+d']);

/** The slot of a field that takes a file. */
export type FileSlot = FieldSlot<Extract<FieldSlot['field'], { kind: FileFieldKind }>>;

/** A box for a file: its path, what may complete it, and what is in the file. */
export function fileBox(slot: FileSlot): FieldBox {
  const { picker, name, field } = slot;
  const { theme } = picker;
  const editor = createEditor({ theme, isOneLine: true });
  const file = chosenFile(slot);
  const completion = createCompletion(picker, name, field.kind);
  const preview = createPreview(picker, name, field.kind);

  function now(): FileDraft {
    const draft = file.now();
    editor.setText(draft.text);
    return draft;
  }

  function choose(text: string): void {
    file.choose(text);
    editor.setText(text);
  }

  function typeOn(text: string): void {
    choose(text);
    completion.typed(text);
  }

  /** The chosen entry, where it says more than what was typed. */
  function toTake(): ReturnType<typeof completion.take> {
    const suggestions = completion.suggestions();
    const taken = suggestions && completion.take();
    if (!taken || taken.isFolder || suggestions?.isMoved) return taken;
    const { text, value } = now();
    return taken.text === text && value !== undefined ? undefined : taken;
  }

  /** @returns false where there is nothing to take */
  function take(): boolean {
    const taken = toTake();
    if (!taken) return false;
    if (taken.isFolder) typeOn(taken.text);
    else {
      const { text, value } = now();
      completion.close();
      if (taken.text !== text || value === undefined) choose(taken.text);
    }
    return true;
  }

  function listCommands(): Command[] {
    return [
      {
        keys: ['tab'],
        label: 'complete',
        help: 'Complete the path',
        run: () => choose(completion.complete()),
      },
      { keys: ['down'], label: 'next entry', isMinor: true, run: () => choose(completion.move(1)) },
      { keys: ['up'], label: 'entry before', isMinor: true, run: () => choose(completion.move(-1)) },
      {
        keys: ['escape'],
        label: 'close',
        help: 'Close the list of files',
        run: () => choose(completion.close()),
      },
    ];
  }

  function belowLines(draft: FileDraft, room: Size, isFocused: boolean): BoxDrawing {
    const { terminal } = picker;
    const suggestions = isFocused ? completion.suggestions() : undefined;
    if (suggestions && (suggestions.count > 0 || draft.value === undefined))
      return {
        lines: suggestionLines(picker, suggestions, {
          columns: room.columns,
          rows: suggestionRows(terminal),
        }),
      };
    if (draft.value !== undefined)
      return preview.draw(draft.value, { columns: room.columns, rows: previewRows(picker) });
    if (draft.failure !== undefined) {
      const lines = firstLines(draft.failure, room.columns, MOST_FAILURE_LINES, terminal);
      return { lines: lines.map((line) => theme.error(line)) };
    }
    const { ellipsis } = symbolsOf(terminal);
    if (isFocused && draft.text === '') return { lines: [theme.dim(truncate(HOW, room.columns, ellipsis))] };
    return { lines: file.isReading() ? [theme.dim(`Reading${ellipsis}`)] : [] };
  }

  return {
    draw({ columns, rows }, isFocused) {
      const draft = now();
      const margin = marginOf(theme);
      const inner = { columns: columns - margin, rows };
      const typed = editor.draw(
        { columns: inner.columns, rows: 1 },
        { isFocused, placeholder: nameOf(draft) },
      );
      const below = belowLines(draft, inner, isFocused);
      return {
        lines: labelled(picker, field.label, [...typed, ...below.lines], { columns, isFocused }),
        pictures: (below.pictures ?? []).map((picture) => ({
          ...picture,
          row: picture.row + ABOVE,
          column: picture.column + margin,
        })),
      };
    },
    onKey(key: Key) {
      const { text, value } = now();
      const dropped = key.name === 'paste' ? droppedPath(key.text) : undefined;
      if (dropped !== undefined) {
        completion.close();
        choose(dropped);
        return true;
      }
      if (text === '' && value !== undefined && ERASING.has(key.name)) {
        choose('');
        return true;
      }
      const before = editor.text;
      const isMeant = editor.onKey(key);
      if (editor.text !== before) typeOn(editor.text);
      else if (!isMeant && key.name === 'right') return take();
      return isMeant;
    },
    commands() {
      const isListed = (completion.suggestions()?.count ?? 0) > 0;
      const list = isListed ? listCommands() : [];
      return [...list, ...playCommand(picker, name, slot.value())];
    },
    onFocus: () => void completion.close(),
    onEnter() {
      if (take()) return true;
      const { text, failure } = now();
      completion.close();
      // The file may be there by now.
      if (failure !== undefined) file.choose(text);
      return failure !== undefined;
    },
    isReading: file.isReading,
    enterLabel() {
      const taken = toTake();
      if (taken) return taken.isFolder ? 'open' : 'take';
      return now().failure === undefined ? undefined : 'read again';
    },
  };
}

/** What stands in a box without a path. */
function nameOf({ value }: FileDraft): string {
  if (value === undefined) return EMPTY;
  return isFileInput(value) ? `${visibleLine(value.name)} (example)` : 'JSON of the example';
}
