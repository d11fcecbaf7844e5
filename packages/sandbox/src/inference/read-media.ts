import { ModelInputError } from '../define-model.ts';
import type { Picture } from '../media/picture.ts';
import type { Sound } from '../media/sound.ts';
import type { Payload } from './payload.ts';

const notBase64 = /[^A-Za-z0-9+/=_\s-]/;

/** The bytes of a file in JSON: base64, alone or in a data URL. */
function readBase64(value: unknown, field: string): Buffer {
  if (typeof value !== 'string') throw new ModelInputError(`\`${field}\` must be a file in base64.`);
  if (/^https?:/i.test(value))
    throw new ModelInputError(`\`${field}\` must hold the file: addresses are not fetched.`);
  const comma = value.startsWith('data:') ? value.indexOf(',') : -1;
  const encoded = value.slice(comma + 1);
  if (encoded === '' || notBase64.test(encoded)) throw new ModelInputError(`\`${field}\` is not base64.`);
  return Buffer.from(encoded, 'base64');
}

/** The picture of a run with one file. @throws ModelInputError when it cannot be read. */
export async function readPicture({ file, inputs }: Payload): Promise<Picture> {
  return decode(file ?? readBase64(inputs, 'inputs'));
}

/** A picture in a field of the inputs. @throws ModelInputError when it cannot be read. */
export async function readPictureField(value: unknown, field: string): Promise<Picture> {
  return decode(readBase64(value, field));
}

async function decode(bytes: Buffer): Promise<Picture> {
  const { decodePicture } = await import('../media/picture.ts');
  return decodePicture(bytes);
}

/** The sound of a run with one file. @throws ModelInputError when it cannot be read. */
export async function readSound({ file, inputs }: Payload): Promise<Sound> {
  const bytes = file ?? readBase64(inputs, 'inputs');
  const { decodeSound } = await import('../media/sound.ts');
  return decodeSound(bytes);
}
