import { tasks } from '@tryout/engine';
import { test } from 'vitest';
import { inGroups } from '../../support/browser/groups.ts';
import { expectNoViolationsIn, twoLooks } from '../../support/browser/looks.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { sandboxModels } from '../../support/browser/sandbox-models.ts';
import { fillExample, goToForm } from '../../support/browser/steps.ts';

/** One task of each make of form: forms of the same kinds of fields differ in their words alone. */
const makes = new Map(
  tasks.map(({ id, fields }) => [
    Object.values(fields)
      .map(({ kind }) => kind)
      .join(', '),
    id,
  ]),
);

const groups = inGroups([...makes.values()]).map((group) => ({ group, names: group.join(', ') }));

test.each(groups)('forms break no rule, empty and with an example: $names', async ({ group }) => {
  const app = await openApp();
  const models = await sandboxModels(app.sandbox.hubUrl);
  for (const id of group) {
    await goToForm(app, id, models.get(id)!);
    await expectNoViolationsIn(app.page, twoLooks.slice(0, 1));
    await fillExample(app.page);
    await expectNoViolationsIn(app.page, twoLooks.slice(1));
  }
});
