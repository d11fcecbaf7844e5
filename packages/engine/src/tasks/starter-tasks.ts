import { getTask, type TaskId } from './tasks.ts';

/** What people try first, before they know the names of tasks. */
export const starterTasks = (
  [
    'text-generation',
    'image-segmentation',
    'automatic-speech-recognition',
    'object-detection',
    'image-to-text',
    'text-to-image',
    'translation',
    'text-to-speech',
  ] as const satisfies readonly TaskId[]
).map(getTask);
