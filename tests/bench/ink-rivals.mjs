// Baselines in plain Ink: `select COUNT` shows a list of that length with ink-select-input, `naive RATE` renders the full
// text again for each of 2,000 streamed tokens.
import { createElement } from 'react';
import { render, Text } from 'ink';
import SelectInput from 'ink-select-input';
import { tokens } from './picker-tokens.mjs';

const [kind, amount] = process.argv.slice(2);

if (kind === 'select') {
  const items = Array.from({ length: Number(amount) }, (_, index) => {
    const label = `organization-${index % 97}/model-${index}`;
    return { label, value: label };
  });
  render(createElement(SelectInput, { items, limit: 15 }));
} else {
  let text = '';
  const ink = render(createElement(Text, null, text));
  // Renders tokens that arrive together once, as React batches state updates.
  const flush = () => ink.rerender(createElement(Text, null, text));
  await tokens(Number(amount), (token) => void (text += token), flush);
  ink.rerender(createElement(Text, null, `${text} ENDOFSTREAM`));
  // Stays until the benchmark has measured and killed it.
  await new Promise((resolve) => setTimeout(resolve, 60_000));
}
