export {
  type Chat,
  type ChatExchange,
  type ChatImage,
  type ChatPrompt,
  type ChatSupport,
  CONTINUE_PROMPT,
  type Drafts,
  emptyChat,
  getAttachmentKind,
  getAttachmentKinds,
  imageName,
  isEmptyChat,
} from './chat.ts';
export { getForm, type MetricId, type Payload } from './define-task.ts';
export { findTasks, similarTasks, suggestTasks, taskNamed } from './find-tasks.ts';
export {
  describeParameters,
  freeParameterNote,
  loadParameterSpecs,
  parameterNotes,
  type Parameters,
  type ParameterSpec,
  parseParameters,
  specNamed,
  type TypedParameters,
} from './parameters.ts';
export {
  findOtherTask,
  findTask,
  getTask,
  isMoreTask,
  isTaskId,
  modalityLabel,
  MORE_TASKS,
  starterTasks,
  type Task,
  taskGroups,
  type TaskId,
  tasks,
} from './tasks.ts';
