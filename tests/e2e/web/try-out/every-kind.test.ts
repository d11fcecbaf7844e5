import type { Task } from '@tryout/engine';
import { test } from 'vitest';
import { expectNoViolationsIn, twoAppearances } from '../../../support/browser/axe.ts';
import { openApp } from '../../../support/browser/open-app.ts';
import { sharedSandbox } from '../../../support/recording-sandbox.ts';
import { goToForm } from '../../../support/browser/steps.ts';
import { tasksOfEachKind } from '../../../support/task-list.ts';
import { formOf } from './form.ts';

/** The first sandbox model of a task. */
async function modelOf({ id }: Task): Promise<string> {
  const { hubUrl } = await sharedSandbox();
  const answer = await fetch(`${hubUrl}/api/models?pipeline_tag=${id}&limit=1`);
  const [first] = (await answer.json()) as { id: string }[];
  return first!.id;
}

const kinds = tasksOfEachKind();
/** A test opens one page for several tasks. */
const groups = Array.from({ length: Math.ceil(kinds.length / 5) }, (_, index) =>
  kinds.slice(5 * index, 5 * index + 5),
);

// What they show is in `tests/components/try-out/every-kind.test.tsx`.
for (const [index, group] of groups.entries()) {
  const names = group.map(({ id }) => id).join(', ');
  const options = { tags: index === 0 ? [] : ['nightly'], timeout: 180_000 };
  test(`W27: form and result are accessible: ${names}`, options, async () => {
    const app = await openApp();
    const { page } = app;
    const { fillExample, runToResult } = formOf(page);
    for (const task of group) {
      await goToForm(app, task.id, await modelOf(task));
      await fillExample();
      await runToResult();
      await expectNoViolationsIn(page, twoAppearances);
    }
  });
}
