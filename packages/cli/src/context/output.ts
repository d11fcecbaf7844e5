import { visible } from '@tryout/engine';
import { jsonText } from '../json-text.ts';
import type { Surroundings } from '../surroundings.ts';
import {
  progressLine,
  styleFor,
  terminalOf,
  withoutColours,
  type ProgressLine,
  type Terminal,
} from '../terminal/index.ts';

/** Where a command's results, notes and progress go. */
export interface Output {
  /** Standard output as a place to draw. */
  readonly terminal: Terminal;
  readonly progress: ProgressLine;
  /** Writes to standard output. What comes from elsewhere must have been made visible. */
  write(text: string | Uint8Array): void;
  /** Prints one JSON value on standard output; indented for a person. */
  json(value: unknown): void;
  /** One line for the person on standard error, made visible here; not with `--quiet`. */
  note(text: string): void;
  /** The same in dim letters, and only where a person looks: at a terminal, without `--json`. */
  aside(text: string): void;
}

interface OutputOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly color?: boolean;
}

const silent: ProgressLine = { note: () => undefined, show: () => undefined, clear: () => undefined };

export function outputOf(
  { output, errors, environment }: Pick<Surroundings, 'output' | 'errors' | 'environment'>,
  { json, quiet, color }: OutputOptions,
): Output {
  const seen = (stream: NodeJS.WriteStream) => {
    const terminal = terminalOf(stream, environment);
    return color === false ? withoutColours(terminal) : terminal;
  };
  const terminal = seen(output);
  const errorTerminal = seen(errors);
  const progress = quiet || json ? silent : progressLine(errors, errorTerminal);
  const note = (text: string, style: (text: string) => string = (plain) => plain) => {
    if (quiet) return;
    progress.clear();
    errors.write(`${style(visible(text))}\n`);
  };
  return {
    terminal,
    progress,
    write(text) {
      progress.clear();
      output.write(text);
    },
    json: (value) => output.write(`${jsonText(value, terminal.isTerminal ? 2 : undefined)}\n`),
    note: (text) => note(text),
    aside(text) {
      if (errorTerminal.isTerminal && !json) note(text, styleFor(errorTerminal).dim);
    },
  };
}
