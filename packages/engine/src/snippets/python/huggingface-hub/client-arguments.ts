import { isOwn } from '../../../request/index.ts';
import { filePath } from '../../files.ts';
import { pythonString } from '../../literals/index.ts';
import type { SnippetContext } from '../../snippet-context.ts';
import type { PythonArgument } from '../python-call.ts';
import { pythonToken } from '../token.ts';
import { addressing } from './addressing.ts';
import { guessedType } from './guessed-type.ts';

/** Headers that the library sends to some providers of its own accord. */
const sentAnyway = new Set(['accept-language', 'prefer', 'x-source-channel']);

/** The arguments of InferenceClient: whom to ask, as whom, for whose money, with which headers. */
export function clientArguments(context: SnippetContext): PythonArgument[] {
  const { request, token } = context;
  const key = pythonToken(token)?.token;
  const headers = headerRows(context);
  return [
    ...whom(context),
    ...(key === undefined ? [] : [{ name: 'api_key', code: key }]),
    ...(request.billTo === undefined ? [] : [{ name: 'bill_to', value: request.billTo }]),
    ...(headers.length === 0 ? [] : [{ name: 'headers', code: `{${headers.join(', ')}}` }]),
  ].map((one) => (key === undefined && one.name === 'headers' ? { ...one, comment: WHY_NONE } : one));
}

const WHY_NONE = 'None keeps back the token that you are signed in with.';

function whom(context: SnippetContext): PythonArgument[] {
  const { conversation } = context.request;
  const to = addressing(context);
  if (to.kind === 'provider') {
    const model = conversation ? [] : [{ name: 'model', value: to.model }];
    return [{ name: 'provider', value: to.provider }, ...model];
  }
  // The library adds /chat/completions to an address that ends with /v1.
  const address = to.url.replace(/(\/v1)\/chat\/completions$/, '$1');
  return [conversation ? { name: 'base_url', value: address } : { name: 'model', value: to.url }];
}

function headerRows({ request, token }: SnippetContext): string[] {
  const { body, server } = request;
  const own = Object.entries(request.headers).filter(([name]) => {
    const lower = name.toLowerCase();
    return lower !== 'x-hf-bill-to' && (isOwn(server) || !sentAnyway.has(lower));
  });
  const type = body.kind === 'file' ? body.file.contentType : undefined;
  const isGuessed = body.kind === 'file' && guessedType(filePath(body.file)) === type;
  return [
    // The library looks for a name in lower case; None takes out the token that it would find by itself.
    ...(token.kind === 'none' ? ['"authorization": None'] : []),
    ...(type === undefined || isGuessed ? [] : [`"Content-Type": ${pythonString(type)}`]),
    ...own.map(([name, value]) => `${pythonString(name)}: ${pythonString(value)}`),
  ];
}
