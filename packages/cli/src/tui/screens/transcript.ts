import {
  count,
  incompleteNote,
  isIncomplete,
  isRunning,
  pendingPrompt,
  pictureName,
  runSummary,
  shownExchanges,
  toolCallsJson,
  type ChatPrompt,
  type Exchange,
  type ResultViews,
  type SessionState,
} from '@tryout/engine';
import { useMemo } from 'react';
import { markdownLines } from '../../terminal/markdown.ts';
import { paragraph } from '../components/text.tsx';
import { useTerminal, type TerminalState } from '../hooks/use-picker.ts';

/**
 * The lines of a conversation. Finished exchanges are drawn once, and a streamed answer from its last block on.
 * @param isUnfolded whether reasoning is shown
 */
export function useTranscript(state: SessionState, isUnfolded: boolean) {
  const shown = useTerminal();
  const cache = useMemo(() => createCache(shown, isUnfolded), [shown, isUnfolded]);
  const exchanges = shownExchanges(state);
  const pending = pendingPrompt(state);
  const { run } = state;
  const streamed = isRunning(state) ? { text: run.text, reasoning: run.reasoning } : undefined;
  return {
    lines: [
      ...exchanges.flatMap((exchange) => cache.exchange(exchange)),
      ...(pending ? cache.pending(pending, streamed ?? { text: '' }) : []),
    ],
    /** Whether any answer has reasoning. */
    hasReasoning:
      streamed?.reasoning !== undefined || exchanges.some(({ view }) => view.reasoning !== undefined),
  };
}

function createCache({ terminal, theme, body: { columns } }: TerminalState, isUnfolded: boolean) {
  const cut = (text: string) => theme.cut(text, columns);
  const drawn = new WeakMap<Exchange, readonly string[]>();
  let prompt: ChatPrompt | undefined;
  let growing = markdownLines(terminal);

  const promptLines = ({ text, pictures }: ChatPrompt) => [
    theme.accent('You'),
    ...paragraph(text, columns),
    ...pictures.map((picture) => theme.dim(cut(`Image: ${pictureName(picture)}`))),
    '',
  ];

  const answerLines = (
    { text, reasoning, ...view }: ResultViews['text'],
    model: string | undefined,
    document = markdownLines(terminal),
  ) => [
    theme.title(cut(model ?? 'Answer')),
    ...reasoningLines(reasoning),
    ...document.lines(text, columns),
    ...paragraph(toolCallsJson({ text, ...view }), columns).filter((line) => line !== ''),
  ];

  function reasoningLines(reasoning: string | undefined): string[] {
    if (reasoning === undefined || reasoning === '') return [];
    if (!isUnfolded)
      return [theme.dim(`Reasoning: ${count(reasoning.length)} characters (Alt-O shows them)`)];
    return [theme.dim('Reasoning'), ...paragraph(reasoning, columns, theme.dim), ''];
  }

  function factLines(exchange: Exchange): string[] {
    const { result } = exchange;
    if (isIncomplete(exchange)) return [theme.error('The answer is incomplete.'), ''];
    if (!result) return [''];
    const note = incompleteNote(result, (name) => `Ctrl-N continues it; Ctrl-P increases ${name}.`);
    const [, ...facts] = runSummary(result.request, result);
    return [
      ...(note === undefined ? [] : paragraph(note, columns, theme.accent)),
      theme.dim(cut(facts.join(theme.separator))),
      '',
    ];
  }

  return {
    exchange(exchange: Exchange): readonly string[] {
      const lines = drawn.get(exchange) ?? [
        ...promptLines(exchange.prompt),
        ...answerLines(exchange.view, exchange.result?.request.model),
        ...factLines(exchange),
      ];
      drawn.set(exchange, lines);
      return lines;
    },
    pending(next: ChatPrompt, view: ResultViews['text']): readonly string[] {
      if (next.text !== prompt?.text || next.pictures !== prompt.pictures) growing = markdownLines(terminal);
      prompt = next;
      const isEmpty = view.text === '' && !view.reasoning;
      return [...promptLines(next), ...(isEmpty ? [] : answerLines(view, undefined, growing))];
    },
  };
}
