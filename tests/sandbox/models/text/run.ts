import type {
  ModelDefinition,
  TaskOutputs,
  TaskId,
  TaskInputs,
} from '../../../../packages/sandbox/src/define-model.ts';

/** The answer of a model, requested like the server does. */
export async function run<Task extends TaskId>(
  model: ModelDefinition<Task>,
  inputs: TaskInputs[Task],
  parameters: Record<string, unknown> = {},
): Promise<TaskOutputs[Task]> {
  return await model.answer(inputs, parameters, new AbortController().signal);
}

export function scoresOf(labels: readonly { label: string; score: number }[]): Record<string, number> {
  return Object.fromEntries(labels.map(({ label, score }) => [label, score]));
}

/** The text between two positions in code points. */
export function codePointSlice(text: string, start: number, end: number): string {
  return [...text].slice(start, end).join('');
}
