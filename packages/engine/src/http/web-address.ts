import { InputError } from '../errors/index.ts';

/**
 * An address that can be asked.
 * @throws InputError for what is no http(s) address, and for one that holds a name or password
 */
export function webAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new InputError(`'${text}' is not a web address`, { hint: 'It begins with https://.' });
  }
  if (url.username || url.password) {
    throw new InputError('The address holds a name or password in front of its host', {
      hint: 'Leave out what stands before @.',
    });
  }
  return url;
}
