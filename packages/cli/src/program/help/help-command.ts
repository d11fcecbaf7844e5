import type { DefineCommand } from '../define-command.ts';
import { unknownCommand } from '../unknown-command.ts';

/** `tryout help [command]`: the same as `--help` after that command. */
export const define: DefineCommand = (command) => {
  command
    .argument('[command]', 'one of the commands; without it the overview')
    .argument('[task]', 'after run or snippet: a task, for its inputs and parameters')
    .action(async (name: string | undefined, task: string | undefined) => {
      const program = command.parent;
      if (!program) return;
      const called = program.commands.find((known) => known.name() === name);
      if (name !== undefined && !called) throw unknownCommand(name);
      const words = [name, task].filter((word) => word !== undefined);
      await program.parseAsync([...words, '--help'], { from: 'user' });
    });
};
