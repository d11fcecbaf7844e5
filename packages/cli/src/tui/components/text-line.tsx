import { type ReactNode, useReducer, useState } from 'react';
import { Box, Text } from 'ink';
import TextInput from 'ink-text-input';
import type { Key } from '../../terminal/keyboard/key.ts';
import { createEditor, type Editor, type EditorOptions } from '../../text-editing/editor.ts';
import { usePicker, useTerminal } from '../hooks/use-picker.ts';
import { CURSOR_MARK, widthOf } from '../../terminal/index.ts';
import { type Command, useKeys } from '../hooks/use-keys.ts';
import { useIsShown } from '../hooks/use-navigation.ts';
import { Lines } from './text.tsx';

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

export interface TextLineProps {
  readonly value: string;
  onChange(value: string): void;
  /** Enter. Without it Enter is left to the screen. */
  readonly onSubmit?: () => void;
  /** Cells for the text and the cursor. */
  readonly width: number;
  /** Shown before the text, styled. */
  readonly label?: string;
  /** Shown, dim, while nothing is typed. */
  readonly placeholder?: string;
  /** Shown in place of each character, for secrets. */
  readonly mask?: string;
  /** Whether keys go to it; by default they do. */
  readonly isFocused?: boolean;
  /** Looks at a key first. @returns whether it was used; undefined leaves it to the text */
  readonly onKey?: (key: Key) => boolean | undefined;
  /** Keys that do more than edit the text. */
  readonly commands?: readonly Command[];
  /** Whether characters that are typed mean text, so that `?` is one; by default they do. */
  readonly takesText?: boolean;
  /** Styles the text. */
  readonly look?: (text: string) => string;
}

/**
 * One line of text. ink-text-input takes the characters that are typed; it knows neither graphemes nor the keys of
 * readline, types the letter of Ctrl and Alt combinations and breaks long values into lines. These are the editor's.
 */
export function TextLine({
  value,
  onChange,
  onSubmit,
  width,
  label = '',
  placeholder = '',
  mask,
  isFocused = true,
  onKey,
  commands = [],
  takesText = true,
  look = (text) => text,
}: TextLineProps): ReactNode {
  const { isRead } = usePicker();
  const isShown = useIsShown();
  const [edits, setEdits] = useState(0);
  const { editor, onKey: edit } = useEditor(value, onChange, {
    isOneLine: true,
    ...(mask === undefined ? {} : { mask }),
  });
  useKeys({
    level: 'field',
    isActive: isFocused,
    takesText,
    commands,
    onKey(key) {
      const isUsed = onKey?.(key);
      if (isUsed !== undefined) return isUsed;
      if (key.name === 'enter' && onSubmit) return 'ink';
      if (key.text !== '' && key.name !== 'paste') return 'ink';
      const isMeant = edit(key);
      // The text before the cursor is another one now, which ink-text-input has not typed.
      if (isMeant) setEdits(edits + 1);
      return isMeant;
    },
  });
  const [line = ''] = editor.draw({ columns: width, rows: 1 }, { isFocused, placeholder });
  const cursor = line.indexOf(CURSOR_MARK.open);
  const before = cursor === -1 ? line : line.slice(0, cursor);
  const type = (next: string) => {
    const text = insertedIn(before, next);
    edit({ name: text === ' ' ? 'space' : text, text, sequence: text });
  };
  if (!isFocused) return <Lines lines={[label + look(line)]} />;
  const input = (
    <TextInput
      key={edits}
      value={before}
      focus={isShown}
      showCursor={false}
      onChange={type}
      {...(onSubmit ? { onSubmit } : {})}
    />
  );
  if (isRead) {
    // Boxes next to each other are read with spaces in between.
    return (
      <Box flexDirection="column" flexShrink={0}>
        <Lines lines={[label + look(line)]} />
        <Box display="none">{isShown && input}</Box>
      </Box>
    );
  }
  return (
    <Box flexShrink={0}>
      {label !== '' && (
        <Box flexShrink={0} width={widthOf(label)}>
          <Text>{label}</Text>
        </Box>
      )}
      {isShown && (
        <Box flexShrink={0} width={widthOf(before)} height={1}>
          {input}
        </Box>
      )}
      <Lines lines={[cursor === -1 ? '' : look(line.slice(cursor))]} />
    </Box>
  );
}

/** What was typed: the part of a text that the one before it does not have. */
function insertedIn(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  return after.slice(start, start + after.length - before.length);
}
