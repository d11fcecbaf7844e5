import type { ChatPrompt } from '../tasks/index.ts';
import type { WidgetExample } from './widget-example.ts';

const MASK = '<mask>';

/** Specification, section 5. */
export const NO_EXAMPLE = 'No input example has been defined for this model task.';

/**
 * A task's example from @huggingface/tasks, in the form that cards have.
 * @param task a task, or the Hub's task of chat models that take pictures
 */
export async function findTaskExample(task: string, maskToken = MASK): Promise<WidgetExample> {
  const { default: generated } = await import('../tasks/examples.generated.json', {
    with: { type: 'json' },
  });
  const example = (generated as Readonly<Record<string, WidgetExample>>)[task] ?? {};
  return { ...example, text: example.text?.replace(MASK, () => maskToken) };
}

/** The example of {@link findTaskExample} as a message. */
export async function taskPictureExample(task: string): Promise<ChatPrompt> {
  const { text = '', src } = await findTaskExample(task);
  return { text, pictures: src === undefined ? [] : [{ url: src }] };
}
