import { codeTabsOf, mediaTypeOf, type CodePiece, type CodeTab, type InferenceRequest } from '@tryout/engine';
import wrapAnsi from 'wrap-ansi';
import { highlighter } from '../../terminal/highlight.ts';
import type { PickerSettings } from '../hooks/use-picker.ts';
import type { TerminalState } from '../hooks/use-terminal.ts';

export { libraryTabOf } from '@tryout/engine';

const TAB_WIDTH = 4;

/** The code that makes a request. This module is loaded with the first code: it is large. */
export function tabsOfRequest(
  { session, connection, isSandbox, environment }: PickerSettings,
  request: InferenceRequest,
): readonly CodeTab[] {
  const { result } = session.getSnapshot().run;
  const contentType = result && mediaTypeOf(result.view);
  return codeTabsOf(request, connection(), {
    isSandbox,
    environment,
    ...(contentType === undefined ? {} : { contentType }),
  });
}

/** Code as colored lines of a width. A longer line continues below a mark that no code has; copying gives the code itself. */
export function codeLines(
  { code, grammar }: CodePiece,
  { terminal, theme, body: { columns } }: TerminalState,
): readonly string[] {
  const mark = theme.dim(terminal.unicode ? '↳ ' : '\\ ');
  const text = code.trimEnd().replaceAll('\t', ' '.repeat(TAB_WIDTH));
  const colored = terminal.colours === 'none' ? text : highlighter(terminal)(text, grammar);
  const room = Math.max(1, columns - 2);
  return colored.split('\n').flatMap((line) => {
    const whole = wrapAnsi(line, columns, { hard: true, trim: false, wordWrap: false });
    if (!whole.includes('\n')) return [line];
    return wrapAnsi(line, room, { hard: true, trim: false, wordWrap: false })
      .split('\n')
      .map((part, index) => (index === 0 ? part : mark + part));
  });
}
