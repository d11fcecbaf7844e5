import { InputError } from '../errors/index.ts';
import type { FileInput } from '../fields/index.ts';
import type { FileKind } from './widget-example.ts';

/** A file that has only a name: in code it stands for one of the person's own. */
export interface StandInFile extends FileInput {
  readonly isStandIn: true;
}

/** Endings whose media type has another name. */
const types: Readonly<Record<string, string>> = { jpg: 'jpeg', mp3: 'mpeg' };

/** A stand-in by its name, for example `cats.jpg`; whoever opens it is told to give a file. */
export function standInFile(name: string, kind: FileKind): StandInFile {
  const ending = name.split('.').at(-1) ?? '';
  return {
    name,
    size: 0,
    contentType: `${kind}/${types[ending] ?? ending}`,
    isStandIn: true,
    open: () => new ReadableStream({ start: (controller) => controller.error(notThere(name, kind)) }),
  };
}

export function isStandInFile(file: FileInput): file is StandInFile {
  return 'isStandIn' in file && file.isStandIn === true;
}

function notThere(name: string, kind: FileKind): InputError {
  return new InputError(`${name} stands for a ${kind === 'image' ? 'picture' : 'sound'} of your own`, {
    hint: 'Give a file.',
  });
}
