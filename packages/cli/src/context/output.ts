import { describeEvent, jsonText, visible } from '@tryout/engine';
import type { Runtime } from '../runtime.ts';
import { fold } from '../terminal/fold.ts';
import type { ProgressLine } from '../terminal/progress.ts';
import { terminalOf, withoutColors, type Terminal } from '../terminal/terminal.ts';

/** Where a command's results, notes and progress go. */
export interface Output {
  /** Standard output as a place to draw. */
  readonly terminal: Terminal;
  /** Standard error as a place to draw. */
  readonly errorTerminal: Terminal;
  readonly progress: ProgressLine;
  /** Writes to standard output. What comes from elsewhere must have been made visible. */
  write(text: string | Uint8Array): void;
  /** Prints one JSON value on standard output; indented for a person. */
  json(value: unknown): void;
  /** One line for the person on standard error, made visible and folded here; not with `--quiet`. */
  note(text: string): void;
  /** The same in dim letters, and only where a person looks: at a terminal, without `--json`. */
  aside(text: string): void;
  /** Writes a piece of visible text to standard error, dim at a terminal; not with `--quiet` or `--json`. */
  dimmed(text: string): void;
  /** What `--debug` shows, on standard error as it is. */
  trace(text: string): void;
}

interface OutputOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly color?: boolean;
}

/** What only a person at a terminal sees. */
interface Extras {
  readonly progress: ProgressLine;
  dim(text: string): string;
}

/** Progress for a log: only what explains a long wait. */
function loggedProgress(note: (text: string) => void): ProgressLine {
  return {
    note: () => undefined,
    clear: () => undefined,
    show(event) {
      if (event.type === 'waiting') note(`${describeEvent(event).text}.`);
    },
  };
}

/** Progress and styles, loaded only where they are seen. */
async function extrasFor(errors: NodeJS.WriteStream, terminal: Terminal): Promise<Extras> {
  const [{ progressLine }, { styleFor }] = await Promise.all([
    import('../terminal/progress.ts'),
    import('../terminal/style.ts'),
  ]);
  return { progress: progressLine(errors, terminal), dim: styleFor(terminal).dim };
}

export async function outputOf(
  { output, errors, environment }: Pick<Runtime, 'output' | 'errors' | 'environment'>,
  { json, quiet, color }: OutputOptions,
): Promise<Output> {
  const seen = (stream: NodeJS.WriteStream) => {
    const terminal = terminalOf(stream, environment);
    return color === false ? withoutColors(terminal) : terminal;
  };
  const terminal = seen(output);
  const errorTerminal = seen(errors);
  const isWatched = errorTerminal.isTerminal && !quiet && !json;
  const extras = isWatched ? await extrasFor(errors, errorTerminal) : undefined;
  const progress =
    extras && errorTerminal.movesCursor ? extras.progress : loggedProgress((text) => note(text));
  const note = (text: string, style = (plain: string) => plain) => {
    if (quiet) return;
    progress.clear();
    const shown = visible(text);
    // Terminals break lines in mid-word; the width may have changed.
    const folded = errorTerminal.isTerminal ? fold(shown, errors.columns || errorTerminal.columns) : shown;
    errors.write(`${style(folded)}\n`);
  };
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
    dimmed(text) {
      if (quiet || json) return;
      progress.clear();
      errors.write(extras ? extras.dim(text) : text);
    },
    trace(text) {
      progress.clear();
      errors.write(`${text}\n`);
    },
    aside(text) {
      if (extras) note(text, extras.dim);
    },
  };
}
