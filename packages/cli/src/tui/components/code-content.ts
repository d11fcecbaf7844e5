import {
  createCodeTabs,
  getMediaType,
  type CodePiece,
  type CodeTab,
  type InferenceRequest,
} from '@tryout/engine';
import { findProgramWords } from '../../installation.ts';
import { highlighter } from '../../screen/highlight.ts';
import { getWidth, wrap } from '../../screen/index.ts';
import type { PickerSettings, TerminalState } from '../hooks/use-picker.ts';

const TAB_WIDTH = 4;

/** The code of a request. This module is large, so it is loaded on demand. */
export function createRequestTabs(
  { session, connection, isSandbox, environment }: PickerSettings,
  request: InferenceRequest,
): readonly CodeTab[] {
  const { result } = session.getSnapshot().run;
  const contentType = result && getMediaType(result.view);
  const program = findProgramWords(environment);
  return createCodeTabs(request, connection(), { isSandbox, environment, contentType, program });
}

/** Highlighted lines. Wrapped lines continue after a mark. */
export function codeLines(
  { code, grammar }: CodePiece,
  { terminal, theme, body: { columns } }: TerminalState,
): readonly string[] {
  const mark = theme.dim(terminal.unicode ? '↳ ' : '\\ ');
  const text = code.trimEnd().replaceAll('\t', ' '.repeat(TAB_WIDTH));
  const lines = highlighter(terminal)(text, grammar).split('\n');
  return lines.flatMap((line) =>
    getWidth(line) <= columns
      ? [line]
      : wrap(line, Math.max(1, columns - 2), true)
          .replaceAll('\n', `\n${mark}`)
          .split('\n'),
  );
}
