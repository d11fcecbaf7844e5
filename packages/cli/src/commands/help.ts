import type { DefineCommand } from '../runtime.ts';
import { unknownCommand } from '../context/errors.ts';

/** `tryout help [command]`: the same as `--help` after that command. */
export const define: DefineCommand = (command) => {
  command
    .argument('[command]', 'a command; the overview by default')
    .argument('[task]', 'with run or snippet: a task, to show its inputs and parameters')
    .action(async (name: string | undefined, task: string | undefined) => {
      const program = command.parent!;
      if (name !== undefined && !program.commands.some((subcommand) => subcommand.name() === name))
        throw unknownCommand(program, name);
      const words = [name, task].filter((word) => word !== undefined);
      await program.parseAsync([...words, '--help'], { from: 'user' });
    });
};
