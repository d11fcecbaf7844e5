import type { SnippetClient } from '../client.ts';
import { pythonString } from '../literals/index.ts';
import type { SnippetContext } from '../snippet-context.ts';
import { chatArguments, chatLines } from './chat.ts';
import { downloadLines } from './downloads.ts';
import { clientArguments } from './huggingface-hub/client-arguments.ts';
import { chatBody, methodArguments, methodOf } from './huggingface-hub/method-call.ts';
import { obstacle } from './huggingface-hub/obstacle.ts';
import { importLines } from './imports.ts';
import { numbered } from './numbered.ts';
import { pythonCall } from './python-call.ts';

/**
 * Python with huggingface_hub's InferenceClient. Its requests say what the run says, but for an empty `parameters`
 * that it adds where there are none.
 */
export const huggingfaceHub: SnippetClient = {
  id: 'huggingface_hub',
  language: 'python',
  install: 'pip install huggingface_hub numpy pillow',
  cannot: obstacle,
  write(context) {
    const code = [
      ...downloadLines(context.request.body),
      pythonCall('client = InferenceClient', clientArguments(context)),
      ...(context.request.conversation ? chat(context) : call(context)),
    ].join('\n');
    return `${importLines(code, ['from huggingface_hub import InferenceClient'])}\n${code}\n`;
  },
};

function chat(context: SnippetContext): string[] {
  return chatLines(chatArguments(chatBody(context), new Set(methodOf(context).names)), context.answer);
}

function call(context: SnippetContext): string[] {
  const { answer, task } = context;
  const asking = (variable: string) =>
    pythonCall(`${variable} = client.${methodOf(context).name}`, methodArguments(context));
  switch (answer.kind) {
    case 'media': {
      const file = pythonString(answer.file);
      return task.result.kind === 'image'
        ? [asking('image'), `image.save(${file})`]
        : [asking('audio'), `Path(${file}).write_bytes(audio)`];
    }
    case 'parts': {
      const file = numbered(answer.file);
      return [
        asking('parts'),
        'for number, part in enumerate(parts, start=1):',
        answer.entry === 'mask' ? `    part.mask.save(${file})` : `    Path(${file}).write_bytes(part.blob)`,
        `    print(number, part.label${answer.entry === 'mask' ? ', part.score' : ''})`,
      ];
    }
    default:
      return [asking('result'), 'print(result)'];
  }
}
