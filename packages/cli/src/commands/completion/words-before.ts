import type { Command, Option } from 'commander';

/** The words of a command line in front of the one that is being completed, sorted by what they are. */
export interface WordsBefore {
  readonly operands: readonly string[];
  /** The option whose value comes next. */
  readonly awaiting?: Option;
}

/** Finds an option by a word such as `--model` or `-m`. */
function optionNamed(command: Command, word: string): Option | undefined {
  return command.options.find(({ long, short }) => long === word || short === word);
}

/** Sorts words into operands and options, by the options that a command knows. */
export function sortWords(command: Command, words: readonly string[]): WordsBefore {
  const operands: string[] = [];
  let awaiting: Option | undefined;
  for (const word of words) {
    if (awaiting) awaiting = undefined;
    else if (word.startsWith('-') && word.length > 1) {
      const option = optionNamed(command, word);
      if (option?.required) awaiting = option;
    } else operands.push(word);
  }
  return { operands, ...(awaiting ? { awaiting } : {}) };
}
