import { tasks } from '@tryout/engine';
import { test } from 'vitest';
import { expectNoViolationsIn, twoAppearances } from '../../support/browser/axe.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { fillExample, goToForm, inGroups } from '../../support/browser/steps.ts';
import { sandboxModels } from '../../support/recording-sandbox.ts';

/** One task per combination of field kinds; forms with the same kinds only differ in their labels. */
const makes = new Map(
  tasks.map(({ id, fields }) => [
    Object.values(fields)
      .map(({ kind }) => kind)
      .join(', '),
    id,
  ]),
);

const groups = inGroups([...makes.values()]).map((group) => ({ group, names: group.join(', ') }));

test.each(groups)('forms are accessible, empty and with an example: $names', async ({ group }) => {
  const app = await openApp();
  const models = await sandboxModels(app.sandbox.hubUrl);
  for (const id of group) {
    await goToForm(app, id, models.get(id)!);
    await expectNoViolationsIn(app.page, twoAppearances.slice(0, 1));
    await fillExample(app.page);
    await expectNoViolationsIn(app.page, twoAppearances.slice(1));
  }
});
