import { Box, Text } from 'ink';
import TextInput from 'ink-text-input';
import { useReducer, useState, type ReactNode } from 'react';
import { CURSOR_MARK, getWidth } from '../../terminal/index.ts';
import type { Key } from '../../terminal/keyboard/key.ts';
import { createEditor, type EditorOptions } from '../../text-editing/editor.ts';
import { useKeys, type Command } from '../hooks/use-keys.ts';
import { useIsShown } from '../hooks/use-navigation.ts';
import { useTerminal } from '../hooks/use-picker.ts';
import { Lines } from './text.tsx';

/** Edits a controlled text. When the caller changes it, the cursor moves to its end. */
export function useEditor(
  text: string,
  onChange: (text: string) => void,
  options: Omit<EditorOptions, 'theme'> = {},
) {
  const { theme } = useTerminal();
  const [editor] = useState(() => createEditor({ ...options, theme }));
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  editor.setText(text);
  return {
    editor,
    /** @returns whether the key was used */
    onKey(key: Key): boolean {
      const before = editor.text;
      const isUsed = editor.onKey(key);
      redraw();
      if (editor.text !== before) onChange(editor.text);
      return isUsed;
    },
  };
}

interface TextLineProps {
  readonly value: string;
  onChange(value: string): void;
  /** Cells for the text and the cursor. */
  readonly width: number;
  /** Styled. */
  readonly label?: string;
  readonly placeholder?: string;
  readonly mask?: string;
  /** Default: true. */
  readonly isFocused?: boolean;
  /** Handles keys first. @returns whether the key was used; undefined passes it on */
  readonly onKey?: (key: Key) => boolean | undefined;
  /** Keys that do more than edit the text. */
  readonly commands?: readonly Command[];
  /** Whether `?` is inserted instead of listing the keys. Default: true. */
  readonly takesText?: boolean;
}

/**
 * A one-line text input. ink-text-input receives typed characters, the editor handles the rest: graphemes, readline
 * keys, Ctrl and Alt combinations, and long values.
 */
export function TextLine({
  value,
  onChange,
  width,
  label = '',
  placeholder = '',
  mask,
  isFocused = true,
  onKey,
  commands = [],
  takesText = true,
}: TextLineProps): ReactNode {
  const { isScreenReader } = useTerminal();
  const isShown = useIsShown();
  const [edits, setEdits] = useState(0);
  const { editor, onKey: edit } = useEditor(value, onChange, { isOneLine: true, mask });
  useKeys({
    level: 'field',
    isActive: isFocused,
    takesText,
    commands,
    onKey(key) {
      const isUsedFirst = onKey?.(key);
      if (isUsedFirst !== undefined) return isUsedFirst;
      if (key.text !== '' && key.name !== 'paste') return 'ink';
      const isUsed = edit(key);
      // Remounts ink-text-input with the new text before the cursor.
      if (isUsed) setEdits(edits + 1);
      return isUsed;
    },
  });
  const [line = ''] = editor.draw({ columns: width, rows: 1 }, { isFocused, placeholder });
  if (!isFocused) return <Lines lines={[label + line]} />;
  const cursor = line.indexOf(CURSOR_MARK.open);
  const before = cursor === -1 ? line : line.slice(0, cursor);
  const type = (next: string) => {
    const text = insertedIn(before, next);
    edit({ name: text === ' ' ? 'space' : text, text, sequence: text });
  };
  const input = isShown && <TextInput key={edits} value={before} showCursor={false} onChange={type} />;
  if (isScreenReader) {
    // A screen reader would insert spaces between adjacent boxes.
    return (
      <Box flexDirection="column" flexShrink={0}>
        <Lines lines={[label + line]} />
        <Box display="none">{input}</Box>
      </Box>
    );
  }
  return (
    <Box flexShrink={0}>
      {label !== '' && (
        <Box flexShrink={0} width={getWidth(label)}>
          <Text>{label}</Text>
        </Box>
      )}
      <Box flexShrink={0} width={getWidth(before)} height={1}>
        {input}
      </Box>
      <Lines lines={[cursor === -1 ? '' : line.slice(cursor)]} />
    </Box>
  );
}

function insertedIn(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  return after.slice(start, start + after.length - before.length);
}
