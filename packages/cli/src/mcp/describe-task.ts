import {
  describeInputs,
  describeParameters,
  fieldKinds,
  fieldText,
  findDefaultInputs,
  findDefaultModel,
  isFileInput,
  isPlaceholderFile,
  loadParameterSpecs,
  lookUpModel,
  plainModelId,
  taskNamed,
  type Connection,
  type Field,
  type FieldValue,
  type JsonSchema,
  type JsonValue,
  type Task,
} from '@tryout/engine';
import { fitsExtension } from '../files/paths.ts';
import type { Arguments } from './arguments.ts';
import { getFacts } from './find.ts';
import { chatInputs, EXAMPLE, ownExamples } from './inputs.ts';
import { requireModel } from './run.ts';
import type { Answer, ToolContext } from './tool-context.ts';

/** What a task takes, and a call of `run` that works as it is. */
export async function describeTask(
  { task: name, model: chosenModel }: Arguments,
  { connection, signal }: ToolContext,
): Promise<Answer> {
  const task = taskNamed(name);
  const model =
    chosenModel === undefined
      ? await findDefaultModel(connection, name, signal).catch(() => undefined)
      : plainModelId(requireModel(connection, chosenModel));
  const isChat = task.conversation !== undefined && (await supportsChat(connection, model, signal));
  const { summary, result } = getFacts(task);
  return {
    structured: {
      task: task.id,
      summary,
      inputs: describeAllInputs(task),
      parameters: describeParameters(await loadParameterSpecs(task, isChat)),
      result,
      example: {
        task: task.id,
        ...(model !== undefined && { model }),
        inputs: await exampleInputs(connection, task, model, signal),
      },
    },
  };
}

/** With what only this server takes: paths of tables, and the system prompt and image of a chat. */
function describeAllInputs(task: Task): JsonSchema {
  const schema = describeInputs(task);
  const properties = Object.entries(schema['properties'] as JsonSchema).map(([name, value]) => {
    const { isFile, media } = fieldKinds[task.fields[name]!.kind];
    const path = { type: 'string', description: 'Or the path of a JSON, CSV or TSV file.' };
    return [name, isFile && !media ? { anyOf: [value, path] } : value];
  });
  const chat = task.conversation ? chatInputs : {};
  return { ...schema, properties: { ...(Object.fromEntries(properties) as JsonSchema), ...chat } };
}

async function supportsChat(connection: Connection, model: string | undefined, signal: AbortSignal) {
  return model === undefined || (await lookUpModel(connection, model, signal)).conversational;
}

async function exampleInputs(
  connection: Connection,
  task: Task,
  model: string | undefined,
  signal: AbortSignal,
): Promise<object> {
  const { values } = await findDefaultInputs(connection, task, model, signal);
  const examples = [...(await ownExamples()).keys()].sort();
  const entries = Object.entries(task.fields).map(([name, field]) => [
    name,
    exampleValue(field, values[name], examples),
  ]);
  return Object.fromEntries(entries) as object;
}

function exampleValue(
  field: Field,
  value: FieldValue | undefined,
  examples: readonly string[],
): JsonValue | undefined {
  if (!isFileInput(value)) return value as JsonValue | undefined;
  if (!isPlaceholderFile(value)) return EXAMPLE + fieldText(field, { ...value, path: undefined } as never);
  const kind = field.kind as 'image' | 'audio';
  return EXAMPLE + (examples.find((name) => fitsExtension(kind, name)) ?? '');
}
