import type { JsonTemplate } from '../../fields/index.ts';
import { literal } from '../literals/index.ts';
import { WIDTH } from '../literals/literal.ts';
import { syntaxWithFiles } from './read-file.ts';

/** An argument of a call: a value, or code that stands for one. */
export interface PythonArgument {
  /** Positional without it. */
  readonly name?: string;
  readonly value?: JsonTemplate;
  readonly code?: string;
  /** A dictionary whose entries are the arguments. */
  readonly unpacked?: boolean;
  /** Why it is there, where that needs saying: a line above it. */
  readonly comment?: string;
}

function prefixOf({ name, unpacked = false }: PythonArgument): string {
  if (unpacked) return '**';
  return name === undefined ? '' : `${name}=`;
}

/**
 * A call in one line where it fits, else an argument a line.
 * @param head what stands in front of the parenthesis
 */
export function pythonCall(head: string, given: readonly PythonArgument[]): string {
  const flat = given.map((one) => prefixOf(one) + (one.code ?? inOneLine(one.value ?? null)));
  const line = `${head}(${flat.join(', ')})`;
  if (line.length <= WIDTH && given.every(({ comment }) => comment === undefined)) return line;
  const rows = given.map((one) => {
    const prefix = `    ${prefixOf(one)}`;
    const value = one.code ?? literal(one.value ?? null, syntaxWithFiles, 1, prefix.length + 1);
    return `${one.comment === undefined ? '' : `    # ${one.comment}\n`}${prefix}${value},\n`;
  });
  return `${head}(\n${rows.join('')})`;
}

function inOneLine(value: JsonTemplate): string {
  return literal(value, syntaxWithFiles, 0, Number.NEGATIVE_INFINITY);
}
