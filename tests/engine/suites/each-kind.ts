import { describe, expect, test } from 'vitest';
import {
  buildRequest,
  findDefaultModel,
  findRoute,
  run,
  valuesFromExample,
  fetchModelExamples,
  type RunEvent,
} from '@tryout/engine';
import { tasksOfEachKind } from '../../support/task-list.ts';
import { sandboxConnection, type Runtime } from './runtime.ts';

export function eachKindSuite(runtime: Runtime): void {
  describe.each(tasksOfEachKind())('$id', (task) => {
    test('runs the example of its default model', async () => {
      const connection = sandboxConnection(runtime);
      const model = await findDefaultModel(connection, task.id);
      const {
        examples: [example = {}],
      } = await fetchModelExamples(connection, model);
      const values = await valuesFromExample(connection, task, example);
      const request = await buildRequest(task, await findRoute(connection, task, { model }), values);
      const events: RunEvent[] = [];
      const result = await run(connection, request, { onEvent: (event) => events.push(event) });
      expect(result.view.kind).toBe(task.result.kind);
      expect(result.seconds).toBeGreaterThan(0);
      const uploads = events.filter((event) => event.type === 'progress' && event.phase === 'upload');
      const last = uploads.at(-1);
      if (last?.type === 'progress') expect(last.bytes).toBe(last.total);
      expect(uploads.length > 0).toBe(
        Object.values(task.fields).some(({ kind }) => kind === 'image' || kind === 'audio'),
      );
    });
  });
}
