import { BILL_TO, CHAT_PATH, isOptionHeader } from '../../../request/index.ts';
import { filePath } from '../../files.ts';
import { pythonString } from '../../literals/index.ts';
import type { SnippetContext } from '../../snippet-context.ts';
import type { PythonArgument } from '../python-call.ts';
import { pythonToken } from '../token.ts';
import { addressing } from './addressing.ts';
import { guessedType } from './guessed-type.ts';

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
  // The library adds the rest to an address that ends with /v1.
  const isUsual = to.url.endsWith(`/v1${CHAT_PATH}`);
  const address = isUsual ? to.url.slice(0, -CHAT_PATH.length) : to.url;
  return [conversation ? { name: 'base_url', value: address } : { name: 'model', value: to.url }];
}

function headerRows(context: SnippetContext): string[] {
  const { request, token } = context;
  const { body } = request;
  // Those of a provider's form the library writes by itself where it knows the provider.
  const isByName = addressing(context).kind === 'provider';
  const own = Object.entries(request.headers).filter(
    ([name]) => name !== BILL_TO && (isOptionHeader(name) || !isByName),
  );
  const type = body.kind === 'file' ? body.file.contentType : undefined;
  const isGuessed = body.kind === 'file' && guessedType(filePath(body.file)) === type;
  return [
    // The library looks for a name in lower case; None takes out the token that it would find by itself.
    ...(token.kind === 'none' ? ['"authorization": None'] : []),
    ...(type === undefined || isGuessed ? [] : [`"Content-Type": ${pythonString(type)}`]),
    ...own.map(([name, value]) => `${pythonString(name)}: ${pythonString(value)}`),
  ];
}
