import { describeEvent, jsonText, visible } from '@tryout/engine';
import type { CommonOptions } from '../program/options.ts';
import type { Runtime } from '../runtime.ts';
import { fold } from '../terminal/word-wrap.ts';
import type { ProgressLine } from '../terminal/progress.ts';
import { terminalOf, withoutColors, type Terminal } from '../terminal/terminal.ts';

/** Where a command's results, notes and progress go. */
export interface Output {
  /** Of standard output. */
  readonly terminal: Terminal;
  /** Of standard error. */
  readonly errorTerminal: Terminal;
  readonly progress: ProgressLine;
  /** Writes to standard output. The caller escapes control characters in untrusted text. */
  write(text: string | Uint8Array): void;
  /** Writes a JSON value to standard output, indented in a terminal. */
  json(value: unknown): void;
  /** Writes a line to standard error, without control characters; not with `--quiet`. */
  note(text: string): void;
  /** The same in dim text, and only in a terminal without `--json`. */
  aside(text: string): void;
  /** Writes text without control characters to standard error, dim in a terminal; not with `--quiet` or `--json`. */
  dimmed(text: string): void;
  /** Writes a line of `--debug` to standard error. */
  trace(text: string): void;
}

export async function outputOf(
  { output, errors, environment }: Runtime,
  { json, quiet, color }: CommonOptions,
): Promise<Output> {
  const terminalFor = (stream: NodeJS.WriteStream) => {
    const terminal = terminalOf(stream, environment);
    return color === false ? withoutColors(terminal) : terminal;
  };
  const terminal = terminalFor(output);
  const errorTerminal = terminalFor(errors);
  const interactive =
    errorTerminal.isTerminal && !quiet && !json ? await interactiveOutput(errors, errorTerminal) : undefined;
  const progress = interactive && errorTerminal.movesCursor ? interactive.progress : loggedProgress(note);

  function note(text: string, style = (plain: string) => plain): void {
    if (quiet) return;
    progress.clear();
    // The width may have changed.
    const columns = errors.columns || errorTerminal.columns;
    const line = errorTerminal.isTerminal ? fold(visible(text), columns) : visible(text);
    errors.write(`${style(line)}\n`);
  }

  return {
    terminal,
    errorTerminal,
    progress,
    write(text) {
      progress.clear();
      output.write(text);
    },
    json: (value) => output.write(`${jsonText(value, terminal.isTerminal ? 2 : undefined)}\n`),
    note: (text) => note(text),
    aside(text) {
      if (interactive) note(text, interactive.dim);
    },
    dimmed(text) {
      if (quiet || json) return;
      progress.clear();
      errors.write(interactive ? interactive.dim(text) : text);
    },
    trace(text) {
      progress.clear();
      errors.write(`${text}\n`);
    },
  };
}

/** Progress without a terminal: only explanations of long waits. */
function loggedProgress(note: (text: string) => void): ProgressLine {
  return {
    note: () => undefined,
    clear: () => undefined,
    show(event) {
      if (event.type === 'waiting') note(`${describeEvent(event).text}.`);
    },
  };
}

/** Progress and styles, loaded only for a terminal. */
async function interactiveOutput(errors: NodeJS.WriteStream, terminal: Terminal) {
  const [{ progressLine }, { styleFor }] = await Promise.all([
    import('../terminal/progress.ts'),
    import('../terminal/style.ts'),
  ]);
  return { progress: progressLine(errors, terminal), dim: styleFor(terminal).dim };
}
