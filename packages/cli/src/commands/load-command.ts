import type { DefineCommand } from './define-command.ts';

/** The modules of the commands, loaded when a command is called. */
const modules: Readonly<Record<string, () => Promise<{ readonly define: DefineCommand }>>> = {
  run: () => import('../oneshot/run.ts'),
  snippet: () => import('../oneshot/snippet.ts'),
  tasks: () => import('../oneshot/tasks.ts'),
  models: () => import('../oneshot/models.ts'),
  login: () => import('../oneshot/login.ts'),
  logout: () => import('../oneshot/logout.ts'),
  whoami: () => import('../oneshot/whoami.ts'),
  web: () => import('../oneshot/web.ts'),
  sandbox: () => import('../oneshot/sandbox.ts'),
  demo: () => import('../oneshot/demo.ts'),
  completion: () => import('../oneshot/completion.ts'),
  help: () => import('./help/help-command.ts'),
  complete: () => import('../oneshot/complete.ts'),
};

/** Loads what defines a command's arguments and options. @param name as in the command table */
export async function loadCommand(name: string): Promise<DefineCommand> {
  const load = modules[name];
  if (!load) throw new Error(`The command ${name} has no module`);
  return (await load()).define;
}
