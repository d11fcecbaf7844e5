import { InputError } from '@tryout/engine';

/** Stands for standard input in the picker, where it is the keyboard. @throws InputError always */
export function noStandardInput(): never {
  throw new InputError('Standard input (-) is the keyboard here', {
    hint: 'Name a file, or use tryout run.',
  });
}
