import type { DefineCommand } from '../program/define-command.ts';
import { callOf } from '../context/call.ts';
import { completionScripts, type Shell } from './completion/scripts.ts';

const help = `
Add the line for your shell to its start file:
  bash   eval "$(tryout completion bash)"
  zsh    source <(tryout completion zsh)
  fish   tryout completion fish | source
`;

/** `tryout completion <shell>`: a script that the shell evaluates when it starts. */
export const define: DefineCommand = (command, runtime) => {
  command
    .addArgument(command.createArgument('<shell>', 'your shell').choices(Object.keys(completionScripts)))
    .addHelpText('after', help)
    .action(async (shell: Shell) => {
      const { options, output } = await callOf(command, runtime);
      if (options.json) output.json({ shell, script: completionScripts[shell] });
      else output.write(completionScripts[shell]);
    });
};
