import { useReducer, useState } from 'react';
import type { Key } from '../../terminal/keyboard/key.ts';
import { createEditor, type Editor, type EditorOptions } from '../../text-editing/editor.ts';
import { useTerminal } from './use-terminal.ts';

/** A text that is being typed: how it looks, and what keys do in it. */
export interface TypedText {
  readonly editor: Editor;
  /** @returns whether the key meant anything */
  readonly onKey: (key: Key) => boolean;
}

/**
 * A text that is being typed, character by character as people see them. The text itself belongs to the caller: `onChange`
 * is told of changes, and another text that comes from elsewhere puts the cursor at its end.
 */
export function useEditor(
  text: string,
  onChange: (text: string) => void,
  options: Omit<EditorOptions, 'theme'> = {},
): TypedText {
  const { theme } = useTerminal();
  const [editor] = useState(() => createEditor({ ...options, theme }));
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  editor.setText(text);
  return {
    editor,
    onKey(key) {
      const before = editor.text;
      const isMeant = editor.onKey(key);
      redraw();
      if (editor.text !== before) onChange(editor.text);
      return isMeant;
    },
  };
}
