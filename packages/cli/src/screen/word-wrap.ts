import { visiblePieces } from '@tryout/engine';
import type { Terminal } from './terminal.ts';

/** Chinese, Japanese and Korean characters have two cells, and lines may break between any of them. */
const wide = '\\u2e80-\\ud7ff\\uf900-\\uffe6';
/** A newline, a wide character, a word or the end, with the spaces before it. */
const token = new RegExp(`([^\\S\\n]*)(\\n|[${wide}]|[^\\s${wide}]+|$)`, 'g');
/** In UTF-16 units; longer words are not held back. */
const MAX_WORD = 1000;

/**
 * Wraps text at words while it arrives. Longer words are left to the terminal, so that they can be copied. Widths are
 * approximate, because exact measuring is slow to load.
 */
function wordWrap(columns: number) {
  let column = 0;
  let rest = '';

  function write(text: string, isEnd: boolean): string {
    rest = '';
    return text.replace(token, (all, spaces: string, word: string, offset: number) => {
      const isWide = word.length === 1 && word >= '\u2e80';
      if (word === '\n') {
        column = 0;
        return all;
      }
      const mayGrow = !isEnd && !isWide && offset + all.length === text.length && word.length < MAX_WORD;
      if (mayGrow) {
        rest += all;
        return '';
      }
      const cells = isWide ? 2 : word.length;
      const isBreak = column > 0 && column + spaces.length + cells > columns;
      column = (isBreak ? 0 : column + spaces.length) + cells;
      if (column > columns) column %= columns;
      return isBreak ? `\n${word}` : all;
    });
  }

  return {
    /** What can be written of a string that continues; the last word is held back, since it may grow. */
    next: (piece: string) => write(rest + piece, false),
    /** The rest. */
    end: () => write(rest, true),
  };
}

export function wrapWords(text: string, columns: number): string {
  const wrapper = wordWrap(columns);
  return wrapper.next(text) + wrapper.end();
}

/** Wraps each line of a string, with its own indentation. Lines that fit are not changed. */
export function fold(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => {
      if (wrapWords(line, columns) === line) return line;
      const words = line.trimStart();
      const indent = ' '.repeat(Math.min(line.length - words.length, columns >> 1));
      return indent + wrapWords(words, columns - indent.length).replaceAll('\n', `\n${indent}`);
    })
    .join('\n');
}

export interface TextSink {
  write(text: string): unknown;
}

export interface StreamWriter {
  /** Writes a piece of a model's text with control characters escaped. */
  write(piece: string): void;
  /** Adds a final newline unless there is one or the text is empty. May be called twice. */
  end(): void;
}

/** @param terminal wraps at words if it is one */
export function streamWriter(
  stream: TextSink,
  terminal?: Pick<Terminal, 'isTerminal' | 'columns'>,
): StreamWriter {
  const pieces = visiblePieces();
  const wrapper = terminal?.isTerminal ? wordWrap(terminal.columns) : undefined;
  let last = '\n';
  let isEnded = false;
  const write = (text: string) => {
    if (text === '') return;
    last = text.slice(-1);
    stream.write(text);
  };
  return {
    write(piece) {
      const text = pieces.next(piece);
      write(wrapper?.next(text) ?? text);
    },
    end() {
      if (isEnded) return;
      isEnded = true;
      const text = pieces.end();
      write(wrapper ? wrapper.next(text) + wrapper.end() : text);
      if (last !== '\n') stream.write('\n');
    },
  };
}
