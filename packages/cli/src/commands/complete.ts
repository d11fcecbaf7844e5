import { visibleLine } from '@tryout/engine';
import type { DefineCommand } from '../program/define-command.ts';
import { callOf } from '../context/call.ts';
import { candidatesFor } from './completion/candidates.ts';

/** `tryout complete -- words…`: what the last word can become, for the completion scripts. */
export const define: DefineCommand = (command, runtime, load) => {
  command.argument('[words...]').action(async (words: readonly string[]) => {
    const call = await callOf(command, runtime);
    const program = command.parent;
    if (!program) return;
    const current = words.at(-1) ?? '';
    const found = await candidatesFor(program, words, call, load);
    const lines = found
      .filter(({ value }) => value.startsWith(current) || value === ':file')
      .map(({ value, description = '' }) => `${visibleLine(value)}\t${visibleLine(description)}`.trimEnd());
    call.output.write(lines.map((line) => `${line}\n`).join(''));
  });
};
