import chalk from 'chalk';
import { Box, Text, Transform } from 'ink';
import TextInput from 'ink-text-input';
import { useLayoutEffect, useReducer, useState, type ComponentProps, type ReactNode } from 'react';
import { truncate } from '../../screen/index.ts';
import type { Key } from '../../text-editing/key.ts';
import { createEditor, type EditorOptions } from '../../text-editing/editor.ts';
import { drawCell } from '../../text-editing/rows.ts';
import { useKeys, type Command, useIsShown, useTerminal } from '../hooks/use-picker.ts';

// ink-text-input marks its cursor with chalk, also where there are no colors.
chalk.level ||= 1;

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

/** Keys that move the cursor of ink-text-input by one character. */
const steps: Readonly<Record<string, -1 | 1>> = { left: -1, right: 1, backspace: -1 };

/**
 * A one-line text input. ink-text-input draws and edits the visible part, in which each character is one UTF-16 unit,
 * since it knows no others. The editor adds readline keys, pastes and scrolling.
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
  const { theme, isScreenReader } = useTerminal();
  const isShown = useIsShown();
  const { editor, onKey: edit } = useEditor(value, onChange, { isOneLine: true, mask });
  const { cells, cursor = 0 } = editor.view(width, isFocused);
  const line = cells.map((cell) => encode(drawCell(cell, theme))).join('');
  /** The cursor of ink-text-input, which has to be mounted again to put it elsewhere. */
  const [ink, setInk] = useState({ cursor, mounts: 0 });
  if (ink.cursor !== cursor) setInk({ cursor, mounts: ink.mounts + 1 });
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
      const next = cursor + (steps[key.name] ?? 0);
      // Beyond the ends, ink-text-input would lose its cursor.
      if (next === cursor || next < 0 || next > cells.length) return isUsed;
      setInk({ ...ink, cursor: next });
      return 'ink';
    },
  });
  const type = (next: string) => {
    const text = insertedIn(line, next);
    // The editor has already erased.
    if (next.length < line.length) return;
    setInk({ ...ink, cursor: cursor + text.length });
    edit({ name: text === ' ' ? 'space' : text, text, sequence: text });
  };
  const hasCursor = isFocused && !isScreenReader;
  return (
    <Box flexShrink={0}>
      <Text wrap="truncate">
        {label}
        <Transform transform={decode}>
          <Input
            key={ink.mounts}
            value={line}
            cursor={cursor}
            focus={isFocused && isShown}
            showCursor={hasCursor}
            onChange={type}
          />
        </Transform>
        {value === '' && theme.dim(truncate(placeholder, width - (hasCursor ? 1 : 0)))}
      </Text>
    </Box>
  );
}

type InputProps = ComponentProps<typeof TextInput> & { readonly cursor: number };

/** ink-text-input with its cursor at a position: it starts at the end of its first value. */
function Input({ value, cursor, ...props }: InputProps): ReactNode {
  const [isMounted, setMounted] = useState(false);
  useLayoutEffect(() => setMounted(true), []);
  return <TextInput {...props} value={isMounted ? value : value.slice(0, cursor)} />;
}

function insertedIn(before: string, after: string): string {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  return after.slice(start, start + after.length - before.length);
}

/** Private use characters, used in place of drawn characters of several units. */
const FIRST_CODE = 0xe000;
const CODES = 0x1900;
const isPlain = /^[^\ud800-\uf8ff]$/;
const textByCode: string[] = [];
const codes = new Map<string, number>();
let lastCode = -1;

function encode(text: string): string {
  if (isPlain.test(text)) return text;
  const existingCode = codes.get(text);
  const code = existingCode ?? (lastCode = (lastCode + 1) % CODES);
  if (existingCode === undefined) {
    codes.delete(textByCode[code] ?? '');
    textByCode[code] = text;
    codes.set(text, code);
  }
  return String.fromCharCode(FIRST_CODE + code);
}

function decode(line: string): string {
  return line.replace(/[\ue000-\uf8ff]/g, (code) => textByCode[code.charCodeAt(0) - FIRST_CODE] ?? '');
}
