import type { Exchange } from '../server/exchange.ts';
import { escapeHtml, sendPage } from './page.ts';

/** `GET /`: what this server is, and links to its models. */
export function homePage({ response, sandbox }: Exchange): void {
  const links = sandbox.registry.models
    .filter((model) => model.definition !== undefined || model.misbehavior !== undefined)
    .map(
      ({ id, row }) =>
        `<li><a href="/${escapeHtml(encodeURI(id))}">${escapeHtml(id)}</a> ${escapeHtml(row.pipeline_tag ?? '')}</li>`,
    );
  sendPage(
    response,
    'Tryout sandbox',
    `<h1>Tryout sandbox</h1>
<p>An embedded hub on this machine. Any token that starts with hf_ is good.</p>
<p>Hub: ${escapeHtml(sandbox.hubUrl)} Inference: ${escapeHtml(sandbox.inferenceUrl)}</p>
<ul>
${links.join('\n')}
</ul>`,
  );
}
