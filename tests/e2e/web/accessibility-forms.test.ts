import { tasks } from '@tryout/engine';
import { describe, test } from 'vitest';
import { expectNoViolationsIn, twoLooks } from '../../support/browser/looks.ts';
import { openApp } from '../../support/browser/open-app.ts';
import { sandboxModels } from '../../support/browser/sandbox-models.ts';
import { fillExample, formIsThere, formPath, goTo } from '../../support/browser/steps.ts';

const modalities = [...new Set(tasks.map(({ modality }) => modality))];

describe.each(modalities)('the forms of %s tasks break no rule of accessibility', (modality) => {
  test('empty, and with an example', async () => {
    const app = await openApp();
    const models = await sandboxModels(app.sandbox.hubUrl);
    for (const { id } of tasks.filter((task) => task.modality === modality)) {
      await goTo(app, formPath(id, models.get(id)!));
      await formIsThere(app.page);
      await expectNoViolationsIn(app.page, twoLooks.slice(0, 1));
      await fillExample(app.page);
      await expectNoViolationsIn(app.page, twoLooks.slice(1));
    }
  });
});
