import { UsageError } from '../../program/usage-error.ts';

/** As commander calls it: with what the option was given before, if it was. */
type Parse = (value: string, earlier: string | undefined) => string;

/**
 * The parser of an option that takes one value. A second one is refused: one of the two would be lost without a word.
 * @param option for example `--text`
 */
export function singleValue(option: string): Parse {
  return (value, earlier) => {
    if (earlier === undefined) return value;
    throw new UsageError(`${option} is given twice`, { hint: 'Give it once.' });
  };
}

/** The same for an option whose value cannot be empty, as that of a script's unset variable is. */
export function filledValue(option: string): Parse {
  const single = singleValue(option);
  return (value, earlier) => {
    if (value.trim() === '') {
      throw new UsageError(`${option} is empty`, { hint: 'Give it a value, or leave it out.' });
    }
    return single(value, earlier);
  };
}
