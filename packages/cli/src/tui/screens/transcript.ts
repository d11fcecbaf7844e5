import {
  count,
  incompleteNote,
  isIncomplete,
  isRunning,
  pendingPrompt,
  runSummary,
  shownExchanges,
  toolCallsJson,
  type ChatPrompt,
  type Exchange,
  type ResultViews,
  type SessionState,
} from '@tryout/engine';
import { useState } from 'react';
import { markdownLines } from '../../terminal/markdown.ts';
import { joined, sourceOf, type LineSource } from '../../terminal/text-flow/flow.ts';
import { paragraph } from '../components/text.tsx';
import { useTerminal, type TerminalState } from '../hooks/use-picker.ts';

export interface Transcript extends LineSource {
  /** Whether any answer has reasoning. */
  readonly hasReasoning: boolean;
}

interface TranscriptOptions {
  readonly columns: number;
  /** Whether reasoning is unfolded. */
  readonly hasReasoning: boolean;
}

/** The lines of a conversation. Finished exchanges are drawn once, and a streamed answer from its last block on. */
export function useTranscript(state: SessionState, options: TranscriptOptions): Transcript {
  const shown = useTerminal();
  const [cache, setCache] = useState(() => createCache(shown, options));
  const { columns, hasReasoning } = options;
  if (cache.columns !== columns || cache.hasReasoning !== hasReasoning || cache.shown !== shown)
    setCache(createCache(shown, options));
  const exchanges = shownExchanges(state);
  const pending = pendingPrompt(state);
  const { run } = state;
  const streamed = isRunning(state) ? { text: run.text, reasoning: run.reasoning } : undefined;
  const sources = exchanges.map((exchange) => cache.exchange(exchange));
  if (pending) sources.push(cache.pending(pending, streamed ?? { text: '' }));
  return {
    ...joined(sources),
    hasReasoning:
      streamed?.reasoning !== undefined || exchanges.some(({ view }) => view.reasoning !== undefined),
  };
}

function createCache(shown: TerminalState, { columns, hasReasoning }: TranscriptOptions) {
  const { terminal, theme } = shown;
  const cut = (text: string) => theme.cut(text, columns);
  const drawn = new WeakMap<Exchange, LineSource>();
  let prompt: ChatPrompt | undefined;
  let growing = markdownLines(terminal);

  const promptLines = ({ text, pictures }: ChatPrompt) => [
    theme.accent('You'),
    ...paragraph(text, columns),
    ...pictures.map((picture) => {
      const name = 'name' in picture ? picture.name : picture.url;
      return theme.dim(cut(`Image: ${name}`));
    }),
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
    if (!hasReasoning)
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
    shown,
    columns,
    hasReasoning,
    exchange(exchange: Exchange): LineSource {
      const known = drawn.get(exchange);
      if (known) return known;
      const lines = [
        ...promptLines(exchange.prompt),
        ...answerLines(exchange.view, exchange.result?.request.model),
        ...factLines(exchange),
      ];
      drawn.set(exchange, sourceOf(lines));
      return sourceOf(lines);
    },
    pending(next: ChatPrompt, view: ResultViews['text']): LineSource {
      if (next.text !== prompt?.text || next.pictures !== prompt.pictures) growing = markdownLines(terminal);
      prompt = next;
      const isEmpty = view.text === '' && !view.reasoning;
      return sourceOf([...promptLines(next), ...(isEmpty ? [] : answerLines(view, undefined, growing))]);
    },
  };
}
