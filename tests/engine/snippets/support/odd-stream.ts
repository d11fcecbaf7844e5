import type { ServerResponse } from 'node:http';

/** Streams "A tree." with unusual events: two choices, no choices, and no `choices` field. */
export function sendOddStream(response: ServerResponse): void {
  const chat = { id: 'chat', created: 1, model: 'tree' };
  const said = (index: number, content: string) => ({ index, delta: { role: 'assistant', content } });
  const events = [
    { ...chat, choices: [said(0, 'A tree'), said(1, 'A bush')] },
    { ...chat, choices: [] },
    { ...chat, choices: null },
    { ...chat, choices: [{ index: 0, delta: {} }] },
    { ...chat, choices: [{ ...said(0, '.'), finish_reason: 'stop' }] },
    { ...chat, usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
  ];
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end('data: [DONE]\n\n');
}
