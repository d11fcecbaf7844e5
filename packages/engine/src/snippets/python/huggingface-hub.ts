import { BILL_TO, CHAT_PATH, usesHubFormat } from '../../request/index.ts';
import { getResponseMedia } from '../../results/index.ts';
import { filePath, type SnippetClient, type SnippetContext } from '../client.ts';
import { pythonString } from '../literals.ts';
import {
  chatArguments,
  chatLines,
  downloadLines,
  importLines,
  numbered,
  pythonCall,
  pythonToken,
  type PythonArgument,
} from './code.ts';
import { chatBody, guessedType, methodArguments, getMethod, namedTarget } from './huggingface-hub-call.ts';
import { getLimit } from './huggingface-hub-limits.ts';

/** InferenceClient of huggingface_hub. Its requests are those of the run, except for an empty `parameters` that it adds. */
export const huggingfaceHub: SnippetClient = {
  id: 'huggingface_hub',
  language: 'python',
  install: 'pip install huggingface_hub numpy pillow',
  cannot: getLimit,
  write(context) {
    const code = [
      ...downloadLines(context.body),
      pythonCall('client = InferenceClient', clientArguments(context)),
      ...(context.run.route.conversation ? chat(context) : call(context)),
    ].join('\n');
    return `${importLines(code, ['from huggingface_hub import InferenceClient'])}\n${code}\n`;
  },
};

function chat(context: SnippetContext): string[] {
  return chatLines(chatArguments(chatBody(context), new Set(getMethod(context).names)), context.answer);
}

function call(context: SnippetContext): string[] {
  const { answer, task } = context;
  const assignCall = (variable: string) =>
    pythonCall(`${variable} = client.${getMethod(context).name}`, methodArguments(context));
  switch (answer.kind) {
    case 'media': {
      const file = pythonString(answer.file);
      const media = getResponseMedia(task.result.kind) ?? 'image';
      return media === 'image'
        ? [assignCall(media), `image.save(${file})`]
        : [assignCall(media), `Path(${file}).write_bytes(${media})`];
    }
    case 'parts': {
      const file = numbered(answer.file);
      return [
        assignCall('parts'),
        'for number, part in enumerate(parts, start=1):',
        answer.entry === 'mask' ? `    part.mask.save(${file})` : `    Path(${file}).write_bytes(part.blob)`,
        `    print(number, part.label${answer.entry === 'mask' ? ', part.score' : ''})`,
      ];
    }
    default:
      return [assignCall('result'), 'print(result)'];
  }
}

function clientArguments(context: SnippetContext): PythonArgument[] {
  const { run, token } = context;
  const key = pythonToken(token)?.token;
  const headers = headerRows(context);
  const comment = key === undefined ? 'None prevents sending your stored token.' : undefined;
  return [
    ...targetArguments(context),
    ...(key === undefined ? [] : [{ name: 'api_key', code: key }]),
    ...(run.billTo === undefined ? [] : [{ name: 'bill_to', value: run.billTo }]),
    ...(headers.length === 0 ? [] : [{ name: 'headers', code: `{${headers.join(', ')}}`, comment }]),
  ];
}

function targetArguments(context: SnippetContext): PythonArgument[] {
  const { url, run } = context;
  const { conversation } = run.route;
  const target = namedTarget(context);
  if (target) {
    const model = conversation ? [] : [{ name: 'model', value: target.model }];
    return [{ name: 'provider', value: target.provider }, ...model];
  }
  if (!conversation) return [{ name: 'model', value: url }];
  // The library adds `/chat/completions` to a URL that ends in /v1.
  const isUsual = url.endsWith(`/v1${CHAT_PATH}`);
  return [{ name: 'base_url', value: isUsual ? url.slice(0, -CHAT_PATH.length) : url }];
}

function headerRows(context: SnippetContext): string[] {
  const { body, run, token } = context;
  // The library writes the headers of a provider that it finds by name.
  const isOther = namedTarget(context) !== undefined && !usesHubFormat(run.route);
  const headerEntries = isOther ? [] : Object.entries(context.headers).filter(([name]) => name !== BILL_TO);
  const type = body.kind === 'file' ? body.file.contentType : undefined;
  const isGuessed = body.kind === 'file' && guessedType(filePath(body.file)) === type;
  return [
    // None removes the token that the library would find; it looks for the name in lower case.
    ...(token.kind === 'none' ? ['"authorization": None'] : []),
    ...(type === undefined || isGuessed ? [] : [`"Content-Type": ${pythonString(type)}`]),
    ...headerEntries.map(([name, value]) => `${pythonString(name)}: ${pythonString(value)}`),
  ];
}
