import type { DefineCommand } from './define-command.ts';

/** A command as the overview shows it; the rest is loaded when it is called. */
export interface CommandEntry {
  readonly name: string;
  /** Arguments as the overview writes them. */
  readonly usage: string;
  readonly summary: string;
  /** Left out of the overview. */
  readonly hidden?: boolean;
  load(): Promise<{ readonly define: DefineCommand }>;
}

/** All commands in the order of the overview. */
export const commandTable: readonly CommandEntry[] = [
  {
    name: 'run',
    usage: '<task> [input…]',
    summary: 'run a model once',
    load: () => import('../oneshot/run.ts'),
  },
  {
    name: 'snippet',
    usage: '<task> [input…]',
    summary: 'print the code of a run',
    load: () => import('../oneshot/snippet.ts'),
  },
  { name: 'tasks', usage: '', summary: 'list the tasks', load: () => import('../oneshot/tasks.ts') },
  {
    name: 'models',
    usage: '<task>',
    summary: 'list the models of a task',
    load: () => import('../oneshot/models.ts'),
  },
  {
    name: 'login',
    usage: '',
    summary: 'sign in: by token, in the browser, or by a code',
    load: () => import('../oneshot/login.ts'),
  },
  { name: 'logout', usage: '', summary: 'sign out', load: () => import('../oneshot/logout.ts') },
  { name: 'whoami', usage: '', summary: 'say who is signed in', load: () => import('../oneshot/whoami.ts') },
  {
    name: 'web',
    usage: '',
    summary: 'serve the web app on this machine and open it',
    load: () => import('../oneshot/web.ts'),
  },
  {
    name: 'sandbox',
    usage: '',
    summary: 'serve the embedded hub until Ctrl-C',
    load: () => import('../oneshot/sandbox.ts'),
  },
  {
    name: 'demo',
    usage: '',
    summary: 'try everything on the embedded hub, no account needed',
    load: () => import('../oneshot/demo.ts'),
  },
  {
    name: 'completion',
    usage: '<shell>',
    summary: 'print a completion script for bash, zsh or fish',
    load: () => import('../oneshot/completion.ts'),
  },
  {
    name: 'help',
    usage: '[command]',
    summary: 'show help for a command',
    load: () => import('./help/help-command.ts'),
  },
  {
    name: 'complete',
    usage: '[words…]',
    summary: 'print what can follow the words of a command line',
    hidden: true,
    load: () => import('../oneshot/complete.ts'),
  },
];
