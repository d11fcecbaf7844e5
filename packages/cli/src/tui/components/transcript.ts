import {
  count,
  furtherText,
  incompleteNote,
  isIncomplete,
  pendingPrompt,
  imageName,
  runSummary,
  shownExchanges,
  type ChatPrompt,
  type Exchange,
  type ResultViews,
  type SessionState,
} from '@tryout/engine';
import { useMemo, useState } from 'react';
import { markdownLines } from '../../terminal/markdown.ts';
import { useTerminal, type TerminalState } from '../hooks/use-picker.ts';
import { paragraph } from './text.tsx';

/**
 * The lines of a conversation. Finished exchanges are drawn once, and a streamed answer from its last block on.
 * @param isUnfolded whether reasoning is shown
 */
export function useTranscript(state: SessionState, isUnfolded: boolean) {
  const shown = useTerminal();
  const exchanges = shownExchanges(state);
  const finished = useMemo(
    () => exchanges.flatMap((exchange) => exchangeLines(exchange, shown, isUnfolded)),
    [exchanges, shown, isUnfolded],
  );
  const [growing] = useState(() => markdownLines(shown.terminal));
  const pending = pendingPrompt(state);
  const { run } = state;
  const streamed = run.status === 'streaming' ? run.partial : { text: '' };
  const isEmpty = streamed.text === '' && !streamed.reasoning;
  return {
    lines: [
      ...finished,
      ...(pending ? promptLines(pending, shown) : []),
      ...(pending && !isEmpty ? answerLines(streamed, 'Answer', shown, isUnfolded, growing) : []),
    ],
    /** Whether any answer has reasoning. */
    hasReasoning:
      streamed.reasoning !== undefined || exchanges.some(({ view }) => view.reasoning !== undefined),
  };
}

function exchangeLines(exchange: Exchange, shown: TerminalState, isUnfolded: boolean): readonly string[] {
  const model = exchange.result?.run.route.model ?? 'Answer';
  return [
    ...promptLines(exchange.prompt, shown),
    ...answerLines(exchange.view, model, shown, isUnfolded),
    ...factLines(exchange, shown),
    '',
  ];
}

function promptLines({ text, images }: ChatPrompt, { theme, body }: TerminalState): readonly string[] {
  const { columns } = body;
  const imageLines = images.map((image) => theme.cut(`Image: ${imageName(image)}`, columns));
  return [theme.accent('You'), ...paragraph(text, columns), ...imageLines.map((line) => theme.dim(line)), ''];
}

function answerLines(
  { text, reasoning = '', ...view }: ResultViews['text'],
  title: string,
  { terminal, theme, body: { columns } }: TerminalState,
  isUnfolded: boolean,
  document = markdownLines(terminal),
): readonly string[] {
  const further = furtherText({ text, ...view });
  const folded = `Reasoning: ${count(reasoning.length)} characters (Alt-O shows them)`;
  const reasoningLines = isUnfolded
    ? [theme.dim('Reasoning'), ...paragraph(reasoning, columns, theme.dim), '']
    : [theme.dim(folded)];
  return [
    theme.title(theme.cut(title, columns)),
    ...(reasoning === '' ? [] : reasoningLines),
    ...document.lines(text, columns),
    ...(further === '' ? [] : paragraph(further, columns)),
  ];
}

function factLines(exchange: Exchange, { theme, body: { columns } }: TerminalState): readonly string[] {
  const { result } = exchange;
  if (isIncomplete(exchange)) return [theme.error('The answer is incomplete.')];
  if (!result) return [];
  const note = incompleteNote(result, (name) => `Ctrl-N continues it; Ctrl-P increases ${name}.`);
  const [, ...facts] = runSummary(result);
  return [
    ...(note === undefined ? [] : paragraph(note, columns, theme.accent)),
    theme.dim(theme.cut(facts.join(theme.separator), columns)),
  ];
}
