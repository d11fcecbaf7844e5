import { at } from '../../support/cli.ts';
import { inTerminal, type TerminalOptions, type TerminalSession } from '../../support/pseudo-terminal.ts';

interface Hub {
  readonly hubUrl: string;
  readonly inferenceUrl: string;
}

/** The empty form of a model, signed in. */
export async function formOf(
  hub: Hub,
  task: string,
  model: string,
  options: TerminalOptions = {},
): Promise<TerminalSession> {
  const environment = { HF_TOKEN: 'hf_filler', ...options.environment };
  const terminal = inTerminal([...at(hub), task, model], { ...options, environment });
  await terminal.until(/\[ Run \]/);
  return terminal;
}

/** The lines between the path and the buttons, without empty ones and the spaces behind them. */
export function formLines(screen: string): readonly string[] {
  const lines = screen.split('\n');
  const button = lines.findIndex((line) => line.startsWith('[ Run ]'));
  return lines
    .slice(2, button)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}
