import {
  count,
  furtherText,
  incompleteNote,
  isIncomplete,
  pendingPrompt,
  imageName,
  runSummary,
  getVisibleExchanges,
  type ChatPrompt,
  type Exchange,
  type ResultViews,
  type SessionState,
} from '@tryout/engine';
import { useMemo, useState } from 'react';
import { markdownLines } from '../../screen/markdown.ts';
import { useTerminal, type TerminalState } from '../hooks/use-picker.ts';
import { paragraph } from './text.tsx';

/**
 * The lines of a conversation. Finished exchanges are drawn once, and a streamed answer from its last block on.
 * @param isUnfolded whether reasoning is shown
 */
export function useTranscript(state: SessionState, isUnfolded: boolean) {
  const screen = useTerminal();
  const exchanges = getVisibleExchanges(state);
  const oldLines = useMemo(
    () => exchanges.flatMap((exchange) => exchangeLines(exchange, screen, isUnfolded)),
    [exchanges, screen, isUnfolded],
  );
  const [growing] = useState(() => markdownLines(screen.terminal));
  const pending = pendingPrompt(state);
  const { run } = state;
  const answer = run.status === 'streaming' ? run.partial : { text: '' };
  const isEmpty = answer.text === '' && !answer.reasoning;
  return {
    lines: [
      ...oldLines,
      ...(pending ? promptLines(pending, screen) : []),
      ...(pending && !isEmpty ? answerLines(answer, 'Answer', screen, isUnfolded, growing) : []),
    ],
    /** Whether any answer has reasoning. */
    hasReasoning:
      answer.reasoning !== undefined || exchanges.some(({ view }) => view.reasoning !== undefined),
  };
}

function exchangeLines(exchange: Exchange, screen: TerminalState, isUnfolded: boolean): readonly string[] {
  const model = exchange.result?.run.route.model ?? 'Answer';
  return [
    ...promptLines(exchange.prompt, screen),
    ...answerLines(exchange.view, model, screen, isUnfolded),
    ...factLines(exchange, screen),
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
  const summary = `Reasoning: ${count(reasoning.length)} characters (Alt-O shows them)`;
  const reasoningLines = isUnfolded
    ? [theme.dim('Reasoning'), ...paragraph(reasoning, columns, theme.dim), '']
    : [theme.dim(summary)];
  return [
    theme.title(theme.cut(title, columns)),
    ...(reasoning === '' ? [] : reasoningLines),
    ...document.lines(text, columns),
    ...(further === '' ? [] : paragraph(further, columns)),
  ];
}

function factLines(exchange: Exchange, { theme, body: { columns } }: TerminalState): readonly string[] {
  const { result, drafts } = exchange;
  const draft = drafts ? [`draft ${drafts.at + 1} of ${drafts.others.length + 1}`] : [];
  if (isIncomplete(exchange)) return [theme.error('The answer is incomplete.')];
  if (!result) return [];
  const note = incompleteNote(result, (name) => `Ctrl-N continues it; Ctrl-P increases ${name}.`);
  const [, ...facts] = runSummary(result);
  return [
    ...(note === undefined ? [] : paragraph(note, columns, theme.accent)),
    theme.dim(theme.cut([...draft, ...facts].join(theme.separator), columns)),
  ];
}
