import {
  answerText,
  resultKinds,
  type InferenceRequest,
  type Route,
  type RunEvent,
  type RunResult,
  type Task,
} from '@tryout/engine';
import type { Call, Output } from '../context/context.ts';
import { streamWriter, type StreamWriter } from '../screen/word-wrap.ts';
import type { Target } from './deliver.ts';

/** Printed after reasoning that the server did not mark at its beginning. */
export const REASONING_END = '</think>';

export type AnswerPrinter = Awaited<ReturnType<typeof printAnswer>>;

/** Whether text is printed while it arrives; never into the bytes of a file. */
export function printsText({ result }: Task, { kind }: Target, { json }: Call['options']): boolean {
  const hasBytes = resultKinds[result.kind].media !== undefined && kind === 'standard-output';
  return kind !== 'file' && json !== true && !hasBytes;
}

/** Prints an answer while it arrives, and its reasoning separately. In a terminal, chats are drawn as Markdown. */
export async function printAnswer(
  { output, options }: Call,
  { run }: InferenceRequest,
  { task, target }: { readonly task: Task; readonly target: Target },
) {
  const isPrinted = printsText(task, target, options);
  const writer = await answerWriter(output, run.route);
  const reasoning = reasoningWriter(output, target.kind !== 'file');
  let text = '';
  let hasPrintedReasoning = false;
  return {
    /** Whether the answer is printed while it arrives. */
    isStreamed: run.stream && isPrinted,
    /** Whether text was printed as the answer that turned out to be reasoning. */
    get hasPrintedReasoning() {
      return hasPrintedReasoning;
    },
    add(event: RunEvent): void {
      if (event.type === 'reasoning') reasoning.write(event.text);
      if (event.type === 'restart') {
        if (isPrinted) writer.write(`${REASONING_END}\n\n`);
        else reasoning.write(text);
        hasPrintedReasoning = isPrinted && text !== '';
        text = '';
      }
      if (event.type !== 'text') return;
      text += event.text;
      reasoning.beforeAnswer();
      if (isPrinted) writer.write(event.text);
    },
    /** Ends the streamed text, and prints the reasoning of an answer that did not stream. */
    complete({ view }: RunResult): void {
      writer.end();
      if (view.kind !== 'text') return;
      if (!run.stream) reasoning.write(view.reasoning ?? '');
      if (answerText(view) === '') reasoning.end();
      else reasoning.beforeAnswer();
    },
    end(): void {
      writer.end();
      reasoning.end();
    },
  };
}

async function answerWriter(output: Output, { conversation }: Route): Promise<StreamWriter> {
  if (!conversation || !output.terminal.isTerminal) return streamWriter(output, output.terminal);
  const { markdownWriter } = await import('../screen/markdown.ts');
  return markdownWriter(output, output.terminal);
}

/**
 * Writes a model's reasoning to standard error, separately from the answer on standard output.
 * @param printsAnswer whether the answer goes to standard output
 */
function reasoningWriter({ dimmed, terminal, errorTerminal }: Output, printsAnswer: boolean) {
  const sharesTerminal = printsAnswer && terminal.isTerminal && errorTerminal.isTerminal;
  let writer: StreamWriter | undefined;
  let isAnswering = false;
  // Reasoning that arrives during the answer is printed after it.
  let late = '';

  function begin(): StreamWriter {
    dimmed('Reasoning:\n');
    return streamWriter({ write: dimmed }, errorTerminal);
  }

  return {
    write(piece: string): void {
      if (piece === '') return;
      if (isAnswering) late += piece;
      else (writer ??= begin()).write(piece);
    },
    /** Must be called before any of the answer is written. */
    beforeAnswer(): void {
      if (isAnswering) return;
      isAnswering = true;
      writer?.end();
      if (writer && sharesTerminal) dimmed('\nAnswer:\n');
    },
    end(): void {
      writer?.end();
      if (late === '') return;
      writer = begin();
      writer.write(late);
      writer.end();
      late = '';
    },
  };
}
