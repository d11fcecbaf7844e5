import type { DefineCommand } from './define-command.ts';

/** The modules of the commands, loaded when a command is called. */
const modules: Readonly<Record<string, () => Promise<{ readonly define: DefineCommand }>>> = {
  run: () => import('../commands/run.ts'),
  snippet: () => import('../commands/snippet.ts'),
  tasks: () => import('../commands/tasks.ts'),
  models: () => import('../commands/models.ts'),
  login: () => import('../commands/login.ts'),
  logout: () => import('../commands/logout.ts'),
  whoami: () => import('../commands/whoami.ts'),
  web: () => import('../commands/web.ts'),
  sandbox: () => import('../commands/sandbox.ts'),
  demo: () => import('../commands/demo.ts'),
  completion: () => import('../commands/completion.ts'),
  help: () => import('./help/help-command.ts'),
  complete: () => import('../commands/complete.ts'),
};

/** Loads what defines a command's arguments and options. @param name as in the command table */
export async function loadCommand(name: string): Promise<DefineCommand> {
  const load = modules[name];
  if (!load) throw new Error(`The command ${name} has no module`);
  return (await load()).define;
}
