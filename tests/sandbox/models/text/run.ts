import type {
  ModelDefinition,
  TaskAnswers,
  TaskId,
  TaskInputs,
} from '../../../../packages/sandbox/src/define-model.ts';

/** A model's answer, as the server would ask for it. */
export async function run<Task extends TaskId>(
  model: ModelDefinition<Task>,
  inputs: TaskInputs[Task],
  parameters: Record<string, unknown> = {},
): Promise<TaskAnswers[Task]> {
  return await model.answer(inputs, parameters, new AbortController().signal);
}

/** Scores by label. */
export function scoresOf(labels: readonly { label: string; score: number }[]): Record<string, number> {
  return Object.fromEntries(labels.map(({ label, score }) => [label, score]));
}

/** The part of a text between two positions in code points. */
export function codePointSlice(text: string, start: number, end: number): string {
  return [...text].slice(start, end).join('');
}
