import { HttpError } from '../server/http-error.ts';

interface Complaint {
  /** The place of the field in the body; the body itself when empty. */
  field: readonly string[];
  message: string;
  type: string;
}

/** An error in the form of fal's: status 422 and a list of what is wrong where. */
export function falError({ field, message, type }: Complaint): HttpError {
  return new HttpError(422, { detail: [{ loc: ['body', ...field], msg: message, type }] });
}

const parameterName = /^Parameter ([\w.]+)|`parameters\.([\w.]+)`/;

/**
 * Says an error of status 400 in fal's form and with the names that its caller sent: `inputField` for what the Hub calls
 * `inputs`, and parameters that stand beside it. Other errors it gives back.
 */
export function toFalError(error: unknown, inputField?: string): unknown {
  if (!(error instanceof HttpError) || error.status !== 400) return error;
  const [, first, second] = parameterName.exec(error.message) ?? [];
  const field = first ?? second ?? inputField;
  const message = error.message
    .replaceAll(/`inputs\b/g, `\`${inputField ?? 'inputs'}`)
    .replaceAll('`parameters.', '`');
  return falError({ field: field === undefined ? [] : field.split('.'), message, type: 'value_error' });
}
