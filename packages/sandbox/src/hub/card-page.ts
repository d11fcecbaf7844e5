import type { Exchange } from '../server/exchange.ts';
import { requireRepository } from './model-info.ts';
import { escapeHtml, sendPage } from './page.ts';

/** `GET /{id}`: the card of a model, as text. */
export function cardPage(exchange: Exchange): void {
  const { id, card, row, providers } = requireRepository(exchange);
  const served = providers.map(({ provider, status }) => `${provider} (${status})`).join(', ');
  sendPage(
    exchange.response,
    id,
    `<h1>${escapeHtml(id)}</h1>
<p>Task: ${escapeHtml(row.pipeline_tag ?? 'none')}. Served by: ${escapeHtml(served || 'nobody')}.</p>
<pre>${escapeHtml(card)}</pre>`,
  );
}
