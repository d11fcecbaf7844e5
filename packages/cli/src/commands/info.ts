import {
  count,
  getModelUrl,
  fetchModelDetails,
  plainModelId,
  priceText,
  type ModelDetails,
} from '@tryout/engine';
import { createCall } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import { resolveModel } from '../read-argv/models.ts';
import type { DefineCommand } from '../runtime.ts';
import { factsTable, type Fact } from '../screen/table.ts';

/** `tryout info <model>`: a model's task, size, license, providers and prices. */
export const define: DefineCommand = (command, runtime) => {
  command.argument('<model>', 'model ID, or the URL of its page').action(async (text: string) => {
    const call = await createCall(command, runtime);
    const { options, output } = call;
    const hint = 'Use a model ID such as organization/name.';
    const id = plainModelId(await resolveModel(text, runtime.environment, options, hint));
    output.progress.note(`Looking up ${id}`);
    await withContext(call, async ({ connection, signal }) => {
      const details = await fetchModelDetails(connection, id, signal);
      if (options.json) return output.json(details);
      const facts = getFacts(details, getModelUrl(connection.hubUrl, id));
      output.write(await factsTable('model', id, facts, output.terminal));
    });
  });
};

function getFacts(details: ModelDetails, page: string): Fact[] {
  const { task, downloads, likes, gated, library, license, parameters, providers } = details;
  return [
    ['task', task],
    ['downloads', downloads === undefined ? undefined : count(downloads)],
    ['likes', likes === undefined ? undefined : count(likes)],
    ['gated', gated === undefined ? undefined : gated === false ? 'no' : `yes (${gated})`],
    ['library', library],
    ['license', license],
    ['parameters', parameters === undefined ? undefined : count(parameters)],
    ['page', page],
    ...providers.map(({ name, status, price }): Fact => [
      'provider',
      [name, status, ...(price ? [priceText(price)] : [])].join(', '),
    ]),
  ];
}
