import { expect, it } from 'vitest';
import { reasoningWriter } from '../../../packages/cli/src/deliver/print-answer.ts';
import type { Output } from '../../../packages/cli/src/context/context.ts';

it('writes reasoning that arrives during the answer after it', () => {
  let written = '';
  const terminal = { isTerminal: true, columns: 80 };
  const output = { dimmed: (text: string) => (written += text), terminal, errorTerminal: terminal };
  const reasoning = reasoningWriter(output as unknown as Output, true);
  reasoning.write('First.');
  reasoning.beforeAnswer();
  written += 'The ans';
  reasoning.write('Second.');
  reasoning.beforeAnswer();
  written += 'wer\n';
  reasoning.end();
  expect(written).toBe('Reasoning:\nFirst.\n\nAnswer:\nThe answer\nReasoning:\nSecond.\n');
});
